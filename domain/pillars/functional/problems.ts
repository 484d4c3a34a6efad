// The problems of a functional run. Scenarios that failed at the same step with the same class of cause are one problem.
import type { Severity } from "../../audit/finding.ts";
import { pageKey } from "../../audit/runChecks.ts";
import type { FailureClass } from "../../functional/attempt.ts";
import type { ScenarioStatus } from "../../functional/attemptStatus.ts";
import type { ScenarioFailure } from "../../functional/scenarioFailure.ts";
import { given } from "../../given.ts";
import { type FoundProblem, type ProblemPlace, placeId, placesOf, type RunProblems } from "../../problems/problem.ts";
import { plural } from "../../text.ts";

/** One scenario of a run in one browser and viewport. `failure`: why it did not pass, or why it passed only on a retry. */
export type FunctionalResult = {
  id: string;
  featureId: string;
  featureName: string;
  name: string;
  viewport: string;
  browser: string;
  status: ScenarioStatus;
  flaky: boolean;
  failure: ScenarioFailure | null;
  /** Whether it also failed in the run that this one is compared with. */
  known: boolean;
  /** Id of the earlier run that tested the scenario. Missing if this run did. */
  carriedFrom?: string | undefined;
};

/** `known`: labels of the scenarios that the project's features currently have. */
export type FunctionalRun = { baseUrl: string; known: ReadonlySet<string> };

/** What visitors cannot do is most severe; limitations of the test itself are less severe. */
export const SEVERITY_OF_CLASS: Readonly<Record<FailureClass, Severity>> = {
  page_error: "critical",
  network: "critical",
  environment: "serious",
  assertion: "serious",
  locator: "serious",
  timing: "serious",
  tracking: "serious",
  data: "moderate",
};

const COUNTS_AS: Partial<Record<ScenarioStatus, FoundProblem["countsAs"]>> = { passed: "passed", error: "error" };

/** Label of a scenario in a place. */
export const scenarioLabel = (featureName: string, name: string): string => `${featureName}: ${name}`;

const placeOf = ({ featureName, name, viewport, browser }: FunctionalResult): ProblemPlace => ({
  page: "",
  label: scenarioLabel(featureName, name),
  viewport,
  browser,
});

/** Returns the problems of one run's scenarios. Pure. */
export function functionalProblems(run: FunctionalRun, results: readonly FunctionalResult[]): RunProblems {
  const judged = new Set<string>();
  const present = new Set(results.map(({ featureName, name }) => scenarioLabel(featureName, name)));
  const groups = new Map<string, FunctionalResult[]>();
  for (const one of results) {
    const id = placeId(placeOf(one));
    // A scenario with a step that could not be run says nothing about the steps after it.
    if ((one.status === "passed" || one.status === "failed") && one.carriedFrom === undefined) judged.add(id);
    if (one.status === "passed" && !one.flaky) continue;
    const cause = causeOf(one);
    groups.set(cause, [...(groups.get(cause) ?? []), one]);
  }
  const found = [...groups].map(([cause, group]) => problemOf(run, cause, group));
  return {
    found,
    looked: (place) => judged.has(placeId(place)),
    // A scenario that the run did not include may still exist; one that no feature contains is gone.
    absent: ({ label }) => !run.known.has(label) && !present.has(label),
  };
}

/** Flaky scenarios are not grouped, because their reasons may differ from run to run. */
function causeOf({ status, flaky, failure, featureName, name }: FunctionalResult): string {
  if (status === "passed" && flaky) return `flaky ${featureName}: ${name}`;
  const { cause = "environment", step, headline } = failure ?? {};
  return `${cause} ${step ? step.text : `${featureName}: ${name} ${headline ?? ""}`}`.trim();
}

function problemOf({ baseUrl }: FunctionalRun, cause: string, group: readonly FunctionalResult[]): FoundProblem {
  const [first] = group as [FunctionalResult];
  const { failure, flaky, status } = first;
  const passedLater = flaky && status === "passed";
  const scenarios = new Set(group.map(({ featureName, name }) => `${featureName}\n${name}`)).size;
  const where = scenarios === 1 ? `${first.featureName}: ${first.name}` : plural(scenarios, "scenario");
  const sentence = failure?.evidence[0] ?? failure?.headline ?? "It has no result.";
  const page = failure?.url ? pageKey(failure.url, baseUrl) : undefined;
  return {
    cause,
    rule: passedLater ? "flaky" : (failure?.cause ?? "environment"),
    severity: passedLater ? "minor" : SEVERITY_OF_CLASS[failure?.cause ?? "environment"],
    kind: passedLater ? "warning" : "failed",
    title: passedLater
      ? `${where} passed only on a retry`
      : failure?.step
        ? `Step failed: ${failure.step.text.trim()} (${where})`
        : `${where} failed`,
    sentence,
    help: failure?.advice ?? "Run the feature again.",
    ...placesOf(group, placeOf),
    known: group.some(({ known }) => known),
    ...given({ countsAs: COUNTS_AS[status] }),
    evidence: given({
      resultId: first.id,
      target: page,
      page,
      scenario: first.name,
      featureId: first.featureId,
      viewport: first.viewport,
      screenshotId: failure?.screenshotId || undefined,
      traceId: failure?.traceId || undefined,
    }),
  };
}
