// Requests that write many documents, at their limits, on the embedded database. Run by mocha, because they use its test environment of an
// API.
import { appendFileSync } from "node:fs";
import { expect } from "chai";
import type { Answer } from "../../test/api/support/client.ts";
import { addRun, addShot } from "../../test/api/support/shots.ts";
import { makeWorld, type World } from "../../test/api/support/world.ts";

const RUN = "run_large";
/** Scenarios of the run. With two results each they reach the maximum number of results in one approval. */
const LABELS = 500;
const VIEWPORTS = ["phone", "desktop"];
const DECISIONS = 500;
const SCENARIOS = 5_000;
const HISTORY = 5_000;

describe("requests at their limits", function () {
  this.timeout(3_600_000);
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
  });
  after(() => world?.close());

  const measured = async (what: string, ask: () => Promise<Answer>) => {
    const started = performance.now();
    const answer = await ask();
    const seconds = (performance.now() - started) / 1_000;
    expect(answer.status, answer.raw.toString().slice(0, 500)).to.be.within(200, 299);
    appendFileSync(process.env.BENCH_REQUESTS_FILE ?? "/dev/stderr", `${JSON.stringify({ what, seconds })}\n`);
    return answer;
  };
  const label = (at: number) => `Page ${at}`;
  const addResults = async (runId: string) => {
    await addRun(world.models, runId, { status: "completed", verdict: "fail" });
    for (let at = 0; at < LABELS; at++)
      for (const [place, viewport] of VIEWPORTS.entries())
        await addShot(world.models, runId, at * VIEWPORTS.length + place, {
          scenarioLabel: label(at),
          scenarioId: `scn_${at}`,
          viewport,
        });
  };

  it("approve and take back a whole run", async () => {
    await addResults(RUN);
    const scenarios = Array.from({ length: LABELS }, (_, at) => label(at));
    await measured(`approve ${LABELS * VIEWPORTS.length} results by their scenarios`, () =>
      world.client.post("/api/tests/approve", { key, body: { runId: RUN, scenarios } }),
    );
    await measured(`roll a run of ${LABELS * VIEWPORTS.length} baselines back`, () =>
      world.client.post("/api/baselines/rollback-run", { key, body: { runId: RUN } }),
    );
  });

  it("decide about as many results as one request may name", async () => {
    const session = await world.session("editor");
    await addResults("run_review");
    const answer = await world.client.get(`/api/app/runs/run_review/review?limit=${DECISIONS}`, { session });
    const listed = (answer.body as { shots: { shotId: string; mark: string }[] }).shots.slice(0, DECISIONS);
    expect(listed).to.have.length(DECISIONS);
    for (const decision of ["approve", "undo"] as const) {
      const shots = listed.map(({ shotId }) => shotId);
      const now = await world.client.get(`/api/app/runs/run_review/review?limit=${DECISIONS}`, { session });
      const marks = (now.body as { shots: { shotId: string; mark: string }[] }).shots.filter(({ shotId }) =>
        shots.includes(shotId),
      );
      const body = { decision, shots: marks.map(({ shotId, mark }) => ({ shotId, mark })) };
      await measured(`${decision} ${DECISIONS} results in the review`, () =>
        world.client.post("/api/app/runs/run_review/review", { session, body }),
      );
    }
  });

  it("apply a file with as many scenarios as one may have", async () => {
    const scenarios = Array.from({ length: SCENARIOS }, (_, at) => ({ label: `Scenario ${at}`, url: `/s/${at}` }));
    const config = { version: 1, project: { slug: "shop" }, scenarios };
    await measured(`apply a file with ${SCENARIOS} new scenarios`, () =>
      world.client.post("/api/config", { key, body: { mode: "apply", config } }),
    );
    const changed = { ...config, scenarios: scenarios.map((one) => ({ ...one, delay: 100 })) };
    await measured(`apply a file that changes ${SCENARIOS} scenarios`, () =>
      world.client.post("/api/config", { key, body: { mode: "apply", config: changed } }),
    );
    await measured(`plan a file that changes nothing of ${SCENARIOS} scenarios`, () =>
      world.client.post("/api/config", { key, body: { mode: "plan", config: changed } }),
    );
  });

  it("take as much history as one request may hold", async () => {
    const sha = (at: number) => at.toString(16).padStart(40, "c");
    const commits = Array.from({ length: HISTORY }, (_, at) => [
      sha(HISTORY - at),
      at === HISTORY - 1 ? [] : [sha(HISTORY - at - 1)],
    ]);
    await measured(`take ${HISTORY} commits of a history`, () =>
      world.client.post("/api/ci/history", { key, body: { branch: "main", commits } }),
    );
  });
});
