// Everything is restarted, one machine after the other, with 300 shots in progress and a CI job that waits for them.
import { expect } from "chai";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { table } from "../../temporal-dev/table.ts";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { eventually } from "../support/eventually.ts";
import { withTemporal } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { makeProject } from "../support/operator.ts";
import { startTestSite, type TestSite } from "../support/site.ts";
import { withModels } from "../support/watched.ts";
import { PARTS } from "./cluster.ts";
import { cluster, isWanted, OPTIONS } from "./hooks.ts";

const PAGES = OPTIONS.pages;
const VIEWPORTS = ["phone", "tablet", "desktop"];
const SHOTS = PAGES * VIEWPORTS.length;
/** Number of pages that differ from their baselines. */
const CHANGED = 10;
const RUN_MS = 1_800_000;
/**
 * The run must not end before the last machine was restarted: until then the site is slow, up to the maximum time for which a page is
 * waited for.
 */
const LASTS_MS = 600_000;
const MAX_PAGE_MS = 20_000;
/** Number of concurrent browsers: one per worker, except for the worker at the other location. */
const BROWSERS = PARTS.worker.length - 1;
const PAGE_MS = Math.min(MAX_PAGE_MS, (LASTS_MS * BROWSERS) / SHOTS);
/** From the front to the back; workers last, because they finish their current work. */
const ORDER: readonly string[] = [
  ...PARTS.nginx,
  ...PARTS.Temporal,
  ...PARTS.database,
  ...PARTS.S3,
  ...PARTS.PostgreSQL,
  ...PARTS.API,
  ...PARTS.worker,
];
/** Parts whose restart is invisible, because another machine responds or no response is needed. */
const UNSEEN: readonly string[] = [...PARTS.API, ...PARTS.worker, ...PARTS.S3];
/** Requests of the command while a part is away for seconds: it polls every few seconds and gets an error. */
const MAX_REFUSED = 30;

describe("a rolling restart of a distributed installation", function () {
  this.timeout(0);
  let site: TestSite;
  let cli: PackedCli;
  before(async function () {
    if (!isWanted("rolling restart")) return this.skip();
    [site, cli] = await Promise.all([startTestSite(cluster().hub), packCli()]);
  });
  after(async () => {
    await site?.close();
    await cli?.remove();
  });

  /** Statuses of nginx's responses to the command, the only client without a program name. */
  const seenByCommand = async (): Promise<number[]> =>
    (await cluster().answered())
      .filter((line) => line.endsWith('"-"'))
      .map((line) => Number(line.split(" ")[3]))
      .filter((status) => status >= 500);

  it(`changes no verdict of ${SHOTS} shots, takes none twice, and the command says how they ended`, async () => {
    const all = cluster();
    const scenarios = Object.fromEntries(
      Array.from({ length: PAGES }, (_, at) => [`Page ${at}`, { url: `/page/p${at}`, viewports: VIEWPORTS }]),
    );
    const key = await makeProject(all, { siteUrl: site.url, slug: "rolling", scenarios });
    const client = createApiClient(all.url, key);
    const baseline = await client.wait((await client.run({ type: "baseline" })).runId, { timeoutMs: RUN_MS });
    expect(baseline.summary).to.include({ total: SHOTS, passed: SHOTS });
    for (let at = 0; at < CHANGED; at += 1) site.set(`p${at}`, "Quite other words than before.");

    site.slow(PAGE_MS);
    const command = cli.start(["run", "visual", "--wait"], { SVC_URL: all.url, SVC_API_KEY: key });
    await command.said(/started: run_/);
    const runId = await eventually("the run is known", () =>
      withModels(all, async (models) => {
        const run = await models.runs.findOne({ type: "vrt-test", status: "running" }, { _id: 1 }).lean();
        return run?._id;
      }),
    );
    const isRunning = () =>
      withModels(all, async (models) => (await models.runs.findById(runId).lean())?.status === "running");
    const done = () => withModels(all, (models) => models.shots.countDocuments({ runId, status: { $ne: "pending" } }));
    await eventually("shots are taken", async () => (await done()) > 0);

    const rows: string[][] = [];
    const notInFlight: string[] = [];
    const refusedBy = new Map<string, number[]>();
    for (const machine of ORDER) {
      const before = await seenByCommand();
      const from = performance.now();
      await all.restart(machine);
      await all.ready();
      const took = performance.now() - from;
      const inFlight = await isRunning();
      if (!inFlight) notInFlight.push(machine);
      const refused = (await seenByCommand()).slice(before.length);
      refusedBy.set(machine, refused);
      const shots = await done();
      const row = [machine, `${(took / 1_000).toFixed(1)} s`, inFlight ? "yes" : "no", `${shots}`, refused.join(" ")];
      rows.push(row);
      console.log(`      ${row.join(", ")}`);
    }
    site.slow(0);
    const ran = await command.ended;
    console.log(table(["restarted", "back after", "run in flight", "shots done", "5xx of the command"], rows));
    expect(notInFlight, "restarted when the run was over").to.deep.equal([]);
    expect(ran.exit, `${ran.stdout}\n${ran.stderr}`).to.equal(1);

    const failed = CHANGED * VIEWPORTS.length;
    const run = await client.status(runId);
    expect(run.status, run.error ?? "").to.equal("completed");
    expect(run.summary).to.include({ total: SHOTS, failed, passed: SHOTS - failed, errors: 0 });
    await expectInvariants(all, runId);
    for (const [machine, refused] of refusedBy)
      if (UNSEEN.includes(machine)) expect(refused, `5xx while ${machine} was restarted`).to.deep.equal([]);
    const total = [...refusedBy.values()].flat().length;
    expect(total, "requests that the command had to repeat").to.be.at.most(MAX_REFUSED);
    console.log(`attempts of captures beyond the first: ${await furtherAttempts(runId)} of ${SHOTS}`);
  });

  /** Number of activities that started again, as after the loss of a worker. Drained workers need none. */
  async function furtherAttempts(runId: string): Promise<number> {
    return withTemporal(cluster(), async (client) => {
      const { events } = await client.workflow.getHandle(workflowIdOfRun(runId)).fetchHistory();
      const attempts = (events ?? []).map(({ activityTaskStartedEventAttributes: one }) => (one?.attempt ?? 1) - 1);
      return attempts.reduce((sum, one) => sum + one, 0);
    });
  }
});
