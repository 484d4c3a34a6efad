// A functional run: three scenarios with two pages each.
import { expect } from "chai";
import { addFeature } from "../../support/features.ts";
import { expectFunctionalInvariants } from "../../support/invariants.ts";
import { endOf, invoke, inWorker, makeClient, START, type Work } from "../../support/killedWork.ts";

const SCENARIOS = ["First", "Second", "Third"];

/** Passes, and visits /changed. */
export const scenario = (title: string): string =>
  `  Scenario: ${title}\n    Given I am on "/plain"\n    When I open "/changed"\n    Then the address is "/changed"\n\n`;

export const FUNCTIONAL: Work = {
  name: "functional run",
  phases: [
    START,
    { name: "plan", at: () => inWorker("insert\0", "scenarioId\0", "featureName\0") },
    { name: "scenario", after: "plan", at: () => ({ visit: { path: "/changed" } }) },
    { name: "finish", after: "scenario", at: () => inWorker("update\0", "runs\0", "finishedAt") },
  ],
  async prepare(stage) {
    const { client, slug } = await makeClient(stage, { Plain: "/plain" });
    await addFeature(stage.started, slug, "walk", `Feature: A walk\n\n${SCENARIOS.map(scenario).join("")}`);
    return async () => String((await invoke(client, "run_frt_feature", { featureId: "walk" }, slug)).data.runId);
  },
  async expectWhole(stage, runId) {
    const run = await endOf(stage, runId);
    expect(run.status, run.error ?? "").to.equal("completed");
    expect(run.summary).to.include({ total: SCENARIOS.length, passed: SCENARIOS.length });
    await expectFunctionalInvariants(stage.started, runId);
  },
};
