// An agent's complete visual test, with tools alone, on the real stack.
import { expect } from "chai";
import type { ApiClient } from "../../temporal-dev/apiClient.ts";
import { startWorld, type World } from "../support/service.ts";

type Cause = { kind: string; selector: string; evidence: string; share: number | null };

describe("visual tests by tools", function () {
  this.timeout(240_000);
  let world: World;
  let client: ApiClient;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000", SVC_INVOKE_RATE_PER_MINUTE: "1000" });
    ({ client } = await world.project({}));
  });
  after(() => world?.stop());

  // biome-ignore lint/suspicious/noExplicitAny: the data of any tool; a CI tool answers its body.
  const invoke = async (tool: string, args: object = {}): Promise<any> => {
    const body = (await client.request("POST", "/api/mcp/v1/invoke", { tool, args })) as { data?: unknown };
    return body.data ?? body;
  };
  const test = async () => (await client.wait((await invoke("run_vrt", { confirm: true })).runId)).runId;

  it("makes a scenario, finds out what changed and why, sets a rule as estimated, and approves", async () => {
    const { scenario, baselineRunId } = await invoke("create_scenario", {
      label: "Shop",
      url: "/page/shop",
      viewports: ["phone"],
      captureBaseline: true,
      confirm: true,
    });
    expect(scenario).to.include({ label: "Shop", delay: 0, misMatchThreshold: 0 });
    expect((await client.wait(baselineRunId)).summary).to.include({ total: 1, passed: 1 });
    const listed = await invoke("list_scenarios");
    expect(listed.scenarios[0]).to.include({ label: "Shop", baseline: "complete", lastVerdict: null });

    world.site.set("shop", "Other words by far.");
    const runId = await test();
    const { failures } = await invoke("get_run_failures");
    expect(failures).to.have.length(1);
    const place = { scenarioLabel: "Shop", viewport: "phone" };
    const figures = await invoke("get_diff_stats", place);
    expect(figures).to.include({ runId, status: "failed", mismatchPercent: failures[0].mismatchPercent });
    expect(figures.bands).to.have.length(10);
    const counted = figures.bands.reduce((sum: number, band: { changedPixels: number }) => sum + band.changedPixels, 0);
    expect(counted).to.equal(figures.changedPixels).and.be.above(0);
    const picture = await fetch(new URL(figures.pictures.diff, world.service.apiUrl));
    expect(picture.headers.get("content-type")).to.equal("image/png");

    const explained = await invoke("explain_vrt_failure", place);
    const causes = explained.causes as Cause[];
    expect(causes[0]).to.deep.include({
      kind: "content",
      selector: "#text",
      share: 1,
      evidence: 'Text under "shop" changed from "Plain words." to "Other words by far.".',
    });

    // The rule's effect equals its estimate.
    const rest = await invoke("create_comparison_rule", { ...place, selector: "#rest", mode: "ignore", confirm: true });
    expect(rest.effect).to.deep.include({ runId, failing: 1, wouldPass: 0 });
    const rule = await invoke("create_comparison_rule", { ...place, selector: "#text", mode: "ignore", confirm: true });
    expect(rule.effect).to.deep.include({ runId, failing: 1, wouldPass: 1 });
    expect(rule.effect.results[0]).to.include({ matched: 1, mismatchAfter: 0, wouldPass: true });
    const ruled = await test();
    expect((await invoke("get_run_failures")).failed).to.equal(0);
    const compared = await invoke("compare_runs", { runId: ruled, baseRunId: runId });
    expect(compared.better).to.have.length(1);

    await invoke("create_comparison_rule", { ...place, selector: "#text", mode: "full", confirm: true });
    const again = await test();
    const repeated = await invoke("explain_vrt_failure", place);
    expect(repeated.history).to.include({ earlier: 2, failed: 1, same: 0 });
    const approved = await invoke("approve_vrt_results", { scenarios: ["Shop"], confirm: true });
    expect(approved).to.include({ runId: again, promotedCount: 1, stillFailing: 0 });
    await test();
    expect((await invoke("get_run_failures")).failed).to.equal(0);
    const { runs } = await invoke("get_run_history", { type: "vrt-test" });
    expect(runs.map((run: { verdict: string }) => run.verdict)).to.deep.equal(["pass", "pass", "pass", "fail"]);
    const details = await invoke("get_scenario_details", { scenarioLabel: "Shop" });
    expect(details.comparisonRules).to.have.length(2);
    expect(details.baselinePictures[0]).to.include({ version: 2, viewport: "phone" });
  });
});
