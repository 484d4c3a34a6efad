// Random kills in a fixed order: whatever is killed, every accepted run ends once. PLUMBLINE_FAULT_MINUTES extends the test,
// PLUMBLINE_FAULT_SEED selects another order.
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { alive, browsersBelow, killBrowsers } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

const MINUTES = Number(process.env.PLUMBLINE_FAULT_MINUTES ?? "1");
const SEED = Number(process.env.PLUMBLINE_FAULT_SEED ?? "20240229");
/** Number of concurrent runs. */
const RUNS = 3;

/** Mulberry32: small, and the same on every machine. */
function random(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe(`faults: random kills for ${MINUTES} min (seed ${SEED})`, function () {
  this.timeout((MINUTES + 5) * 60_000);
  let world: World;
  before(async () => {
    world = await startWorld({
      SVC_TRIGGER_RATE_PER_MINUTE: "100000",
      SVC_CI_RATE_PER_MINUTE: "1000000",
      SVC_RECONCILE_EVERY_MS: "1000",
      SVC_RECONCILE_AFTER_MS: "5000",
    });
  });
  after(async () => world.stop());

  it("every accepted run ends once, and all holds", async () => {
    const { stack } = world.service;
    const scenarios = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`Page ${i}`, `/page/random-${i}`]));
    const projects = await Promise.all(
      Array.from({ length: RUNS }, () => world.project({ ...scenarios, Missing: "/missing/x" })),
    );
    const next = random(SEED);
    /** Processes killed by id, which only the service itself restarts. */
    const revived: Record<string, () => number | undefined> = {
      worker: () => world.service.worker.pid,
      api: () => world.service.api.pid,
      temporal: () => stack.pids.temporal,
      database: () => stack.pids.mongo,
    };
    const names = [...Object.keys(revived), "browsers"];
    /** Milliseconds from a kill until the process exists again and the service is ready. */
    const backAfter: Record<string, number[]> = {};
    const kill = async (name: string) => {
      const pidOf = revived[name];
      if (!pidOf) return killBrowsers(world);
      const pid = await eventually(`there is a process of the ${name}`, async () => pidOf());
      const from = performance.now();
      process.kill(pid, "SIGKILL");
      await eventually(`the ${name} is up again`, async () => {
        const now = pidOf();
        if (now === undefined || now === pid) return false;
        return fetch(`${world.service.apiUrl}/api/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      });
      backAfter[name] = [...(backAfter[name] ?? []), performance.now() - from];
    };
    const end = Date.now() + MINUTES * 60_000;
    const accepted: string[] = [];

    /** Starts runs one after the other, and retries with the same key as long as nothing responds. */
    const caller = async ({ client }: (typeof projects)[number], index: number) => {
      for (let n = 0; Date.now() < end; n += 1) {
        if (n > 0) world.site.set(`random-${n % 5}`, `Words number ${n}.`);
        const headers = { "idempotency-key": `random-${index}-${n}` };
        const type = n % 3 === 0 ? "baseline" : "test";
        const { runId } = await eventually(
          "a run is accepted",
          () => client.run({ type }, headers).catch(() => null),
          120_000,
        );
        accepted.push(runId);
        await eventually(
          `the run ${runId} ends`,
          async () => {
            const run = await client.status(runId).catch(() => null);
            return run !== null && run.status !== "running";
          },
          150_000,
        );
      }
    };
    const decided = () => withModels(world, (models) => models.shots.countDocuments({ status: { $ne: "pending" } }));
    const done: Record<string, number> = {};
    // Each round kills everything once, in a random order.
    const round: string[] = [];
    const killer = async () => {
      while (Date.now() < end) {
        // After a fault, work must progress before the next one, otherwise a service that never works would pass too.
        const before = await decided();
        await eventually("shots are decided", async () => (await decided()) > before || Date.now() > end, 120_000);
        if (round.length === 0) round.push(...names);
        const [name = "worker"] = round.splice(Math.floor(next() * round.length), 1);
        await kill(name);
        done[name] = (done[name] ?? 0) + 1;
      }
    };
    await Promise.all([killer(), ...projects.map(caller)]);

    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    const told = names.map((name) => {
      const back = backAfter[name] ?? [];
      const mean = back.reduce((sum, ms) => sum + ms, 0) / back.length;
      return `${name} ${done[name] ?? 0}×${back.length > 0 ? ` (up again after ${seconds(mean)} s, at most ${seconds(Math.max(...back))} s)` : ""}`;
    });
    console.log(`      ${accepted.length} runs; killed ${told.join(", ")}`);
    expect(new Set(accepted).size, "a key is one run").to.equal(accepted.length);
    const stored = await withModels(world, (models) => models.runs.find({}, { status: 1 }).lean());
    expect(stored.map((r) => r._id).sort(), "no run that nobody asked for").to.deep.equal([...accepted].sort());
    for (const runId of accepted) await expectInvariants(world, runId);
    const browsers = browsersBelow(process.pid);
    const ours = new Set(browsersBelow(world.service.worker.pid ?? 0));
    expect(
      browsers.filter((pid) => alive(pid) && !ours.has(pid)),
      "orphan browsers",
    ).to.deep.equal([]);
  });
});
