// Explorations and proposals over HTTP: starting, bounds, errors, and the result and suggestions of a finished one.
import { expect } from "chai";
import type { ExploreInput, ExploreResult } from "../../../../domain/explore/explore.ts";
import type { JobKind } from "../../../../domain/jobs/kinds.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const GHERKIN = `Feature: From Shop to Lamp

  Scenario: From Shop to Lamp
    Given I am on "/"
    When I click the "Lamp" link
    Then I should see the "Lamp" heading
`;
const journey = (name: string) => ({ name, reach: 3, adds: 1, states: ["a", "b"], gherkin: GHERKIN });

describe("tools that explore", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());
  const inputOf = async (jobId: string) =>
    (await world.models.jobs.findById(jobId).lean())?.input as unknown as ExploreInput;

  it("frt_explore_site queues a job within the bounds, and joins one that is under way", async () => {
    const body = await world.call("frt_explore_site", {
      startPath: "/shop?utm_source=x",
      maxStates: 9_999,
      forms: "get",
    });
    const { jobId } = body.data;
    expect(body.data).to.deep.equal({ jobId, status: "queued" });
    expect(body.nextActions?.[0]).to.deep.include({ tool: "get_job_status", args: { jobId } });
    expect(body.warnings?.join(" ")).to.match(/maxStates was lowered to \d+/);
    const input = await inputOf(jobId);
    expect(input).to.include({ startPath: "/shop", forms: "get", depth: 4, actions: 8, minutes: 10, pictures: false });
    expect(input.states).to.be.at.most(500);
    const again = await world.call("frt_explore_site", { startPath: "/shop" });
    expect(again.data.jobId).to.equal(jobId);
    expect(again.warnings?.join(" ")).to.include("already running");
    const cancelled = await world.client.post(`/api/mcp/v1/jobs/${jobId}/cancel`, { key: world.keys.mcp_full });
    expect(cancelled.status).to.be.oneOf([200, 202]);
  });

  it("frt_propose_journey keeps goal and start, and is blocked without both", async () => {
    const { data } = await world.call("frt_propose_journey", { goal: "searches for a lamp", startPath: "/" });
    expect(await inputOf(data.jobId)).to.include({
      goal: "searches for a lamp",
      startPath: "/",
      again: false,
      states: 25,
    });
    const other = await world.call("frt_propose_journey", { startPath: "/" });
    expect(other.data.jobId).not.to.equal(data.jobId);
    await world.refused("frt_propose_journey", {}, 422, "pipeline_blocked");
    await world.refused("frt_propose_journey", { goal: "  " }, 422, "pipeline_blocked");
  });

  for (const startPath of ["https://elsewhere.example/", "/logout", "/file.pdf", "javascript:alert(1)"])
    it(`refuses to begin at ${startPath}`, async () => {
      const body = await world.refused("frt_explore_site", { startPath }, 400, "validation_error");
      expect(body.error?.message).to.include("startPath");
      expect(await world.models.jobs.countDocuments({})).to.equal(0);
    });

  const finished = async (kind: JobKind, result: Record<string, unknown>) => {
    const input = { startPath: "/", states: 60, depth: 4, actions: 8, minutes: 10, forms: "safe", goal: "a lamp" };
    await world.models.jobs.create({
      _id: "job_done",
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      kind,
      status: "completed",
      lock: "job_done",
      baseUrl: "https://shop.example",
      input,
      requestedBy: "test",
      createdAt: world.clock.at,
      finishedAt: world.clock.at,
      seq: 1,
      progress: { phase: "completed", done: 2, total: 2 },
      result,
    });
    return world.call("get_job_status", { jobId: "job_done" });
  };
  const suggested = ["frt_find_scenarios", "frt_create_feature", "frt_create_feature"];

  it("a finished exploration is shown as far as it fits, and leads to features", async () => {
    const states = Array.from({ length: 2_000 }, (_, i) => ({
      id: `${i}`.padStart(16, "a"),
      path: `/products/${i}`,
      title: "A product of the shop",
      heading: "A product",
      depth: 2,
      pictureId: null,
    }));
    const edges = states.map(({ id }) => ({ from: "a", to: id, action: 'I click the "A product" link' }));
    const counts = {
      states: 2_000,
      edges: 2_000,
      tried: 2_000,
      forms: 1,
      leftAlone: 0,
      failed: 0,
      disallowed: 0,
      notTried: 0,
    };
    const result: ExploreResult = {
      startPath: "/",
      counts,
      states,
      edges,
      journeys: [journey("One"), journey("Two")],
      leftAlone: [],
      failed: [],
      warnings: ["A warning."],
    };
    const body = await finished("frt_explore_site", result);
    expect(body.data.result.counts).to.deep.equal(counts);
    expect(body.data.result.states.length).to.be.within(10, 1_000);
    expect(body.warnings?.join(" ")).to.match(
      /A warning\. The first \d+ of 2000 states and \d+ of 2000 edges are named\./,
    );
    expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(suggested);
    const kept = await world.call("frt_create_feature", { ...body.nextActions?.[1]?.args, confirm: true });
    expect(kept.data.feature.status).to.equal("ready");
  });

  it("a finished proposal has its journeys and what could not be resolved", async () => {
    const proposed = (name: string) => ({
      name,
      by: "graph",
      score: 0.5,
      band: "maybe",
      states: ["a"],
      gherkin: GHERKIN,
    });
    const body = await finished("frt_propose_journey", {
      goal: "a lamp",
      startPath: "/",
      exploredBy: "job_done",
      exploredAt: world.clock.at.toISOString(),
      states: 2,
      journeys: [proposed("One"), proposed("Two")],
      tracking: [],
      warnings: [],
      unresolved: [{ clause: "dances", reason: "No rule makes steps of it." }],
    });
    expect(body.data.result.journeys).to.have.length(2);
    expect(body.data.result.unresolved[0].clause).to.equal("dances");
    expect(body.nextActions?.map(({ tool }) => tool)).to.deep.equal(suggested);
  });
});
