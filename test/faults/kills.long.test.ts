// Each process of `npm start` is killed in each phase of each kind of work: nothing is lost, and everything recovers on its own.
// PLUMBLINE_KILLS selects cases: comma-separated words that occur in their names.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { table } from "../../temporal-dev/table.ts";
import { eventually } from "../support/eventually.ts";
import { alive, FAULT_SETTINGS } from "../support/faults.ts";
import { type HeldSite, startHeldSite } from "../support/heldSite.ts";
import { createHolds, type Holds } from "../support/holds.ts";
import { PAGES, type Phase, type Stage, WORKS, type Work } from "../support/killedWork.ts";
import { type Role, type Started, startStarted } from "../support/started.ts";

/** Processes that outlive a killed process end on their own within this time. */
const ORPHANS_END_MS = 60_000;

type Killed = Role | "npm start";

/** `revived`: it is restarted even if it is not needed. `orphans`: processes that must not outlive it. */
const PROCESSES: Record<Killed, { revived: boolean; orphans: readonly Role[]; only?: (work: Work) => boolean }> = {
  api: { revived: true, orphans: [] },
  worker: { revived: true, orphans: ["browser", "lighthouse"] },
  temporal: { revived: true, orphans: [] },
  database: { revived: true, orphans: [] },
  browser: { revived: false, orphans: [] },
  lighthouse: { revived: false, orphans: [], only: ({ name }) => name.includes("Lighthouse") },
  "npm start": { revived: false, orphans: ["api", "worker", "temporal", "database", "browser", "lighthouse"] },
};

const wanted = (process.env.PLUMBLINE_KILLS ?? "").split(",").filter(Boolean);
const rows: string[][] = [];

describe("faults: every process killed in every phase", function () {
  this.timeout(600_000);
  let started: Started;
  let holds: Holds;
  let site: HeldSite;
  let folder: string;
  before(async function () {
    if (process.platform !== "linux") return this.skip();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-holds-"));
    holds = createHolds(folder);
    site = await startHeldSite(PAGES);
    started = await startStarted({
      ...FAULT_SETTINGS,
      ...holds.env,
      SVC_BROWSER_SLOTS: "4",
      SVC_INVOKE_RATE_PER_MINUTE: "1000",
      SVC_ALLOWED_HOSTS: `127.0.0.1:${site.port}`,
    });
  });
  after(async () => {
    if (rows.length > 0) console.log(table(["work", "phase", "killed", "up again after"], rows));
    await started?.stop();
    await site?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const arm = (phase: Phase, id: string) => {
    const place = phase.at(id);
    if ("write" in place) holds.hold(phase.name, place.write);
    else site.hold(phase.name, place.visit);
  };
  const release = (phase: Phase) => {
    holds.release(phase.name);
    site.release(phase.name);
  };
  const isStart = ({ name }: Phase) => name === "start";
  const isReached = ({ name, together = 1 }: Phase) => Math.max(holds.reached(name), site.waiting(name)) >= together;

  /** Kills all existing processes of this kind. Returns them, those that must end with them, and how long the recovery takes. */
  const kill = async (what: Killed) => {
    const { revived, orphans } = PROCESSES[what];
    const below = orphans.flatMap((role) => started.pidsOf(role));
    const pids = what === "npm start" ? [started.pids()[0] ?? 0] : started.pidsOf(what);
    if (revived) expect(pids, `processes that are the ${what}`).to.have.lengthOf(1);
    const from = performance.now();
    for (const pid of pids) killNow(pid);
    await eventually("what was killed has ended", async () => !pids.some(alive));
    const back = async (): Promise<number | null> => {
      if (what === "npm start") await started.start();
      else if (revived) await started.up(what, pids);
      else return null;
      return performance.now() - from;
    };
    return { pids, below, back };
  };

  for (const work of WORKS)
    for (const what of Object.keys(PROCESSES) as Killed[]) {
      const title = `${work.name}: ${what} killed in each phase`;
      if (!(PROCESSES[what].only?.(work) ?? true)) continue;
      if (wanted.length > 0 && !wanted.some((words) => title.includes(words))) continue;
      it(title, async () => {
        const stage: Stage = { started, holds, site };
        const start = await work.prepare(stage);
        const left = new Set(work.phases);
        const armed = new Set<Phase>();
        const orphans = new Set<number>();
        let id = "";
        const armAfter = (over: string | undefined) => {
          for (const phase of left)
            if (phase.after === over && !armed.has(phase)) {
              arm(phase, id);
              armed.add(phase);
            }
        };
        try {
          armAfter(undefined);
          // A caller whose API dies retries with the same key.
          const accepted = eventually("the work is accepted", () => start().catch(() => null), 120_000);
          accepted.catch(() => undefined);
          while (left.size > 0) {
            const open = [...armed].filter((phase) => left.has(phase));
            // Once the start is over, the id is known and the other phases can be distinguished.
            const next = open.some(isStart) ? open.filter(isStart) : open;
            const phase = await eventually(
              `one of these phases is reached: ${next.map(({ name }) => name).join(", ")}`,
              async () => next.find(isReached),
              120_000,
            );
            if (!isStart(phase)) id = await accepted;
            const { pids, below, back } = await kill(what);
            for (const pid of below) orphans.add(pid);
            left.delete(phase);
            armAfter(phase.name);
            release(phase);
            const ms = await back();
            const outcome = pids.length === 0 ? "none ran" : ms === null ? "at need" : `${(ms / 1_000).toFixed(1)} s`;
            rows.push([work.name, phase.name, what, outcome]);
          }
          id = await accepted;
          await work.expectWhole(stage, id);
          await endOfAll([...orphans]);
        } finally {
          for (const phase of work.phases) release(phase);
        }
      });
    }
});

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process ended with its parent.
  }
}

async function endOfAll(pids: readonly number[]): Promise<void> {
  await eventually("what it left behind has ended", async () => !pids.some(alive), ORPHANS_END_MS).catch(
    (error: Error) => {
      throw new Error(`${error.message}: ${pids.filter(alive).join(" ")}`);
    },
  );
}
