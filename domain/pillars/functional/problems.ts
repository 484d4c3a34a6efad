// The problems of a functional run: scenarios that failed at the same step for the same class of cause are one.
import type { Severity } from "../../audit/finding.ts";
import { pageKey } from "../../audit/runChecks.ts";
import type { FailureClass } from "../../functional/attempt.ts";
import type { ScenarioStatus } from "../../functional/attemptStatus.ts";
import type { ScenarioFailure } from "../../functional/scenarioFailure.ts";
import { given } from "../../given.ts";
import {
  type FoundProblem,
  keptOf,
  type ProblemPlace,
  placeId,
  placesOf,
  type RunProblems,
} from "../../problems/problem.ts";
import { plural } from "../../text.ts";

/** One scenario of a run in one browser and viewport. `failure`: why it did not pass, or not at first. */
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
  /** It failed in the run that this one is compared with, too. */
  known: boolean;
  /** The earlier run that looked; missing: this one did. */
  carriedFrom?: string | undefined;
};

/** `known`: the scenarios that the project's features have now, as places name them. */
export type FunctionalRun = { baseUrl: string; known: ReadonlySet<string> };

/** What visitors cannot do weighs most; what the test cannot say or do weighs less. */
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

/** How places name a scenario. */
export const scenarioLabel = (featureName: string, name: string): string => `${featureName}: ${name}`;

const placeOf = ({ featureName, name, viewport, browser }: FunctionalResult): ProblemPlace => ({
  page: "",
  label: scenarioLabel(featureName, name),
  viewport,
  browser,
});

/** Pure: from the scenarios of one run. */
export function functionalProblems(run: FunctionalRun, results: readonly FunctionalResult[]): RunProblems {
  const judged = new Set<string>();
  const present = new Set(results.map(({ featureName, name }) => scenarioLabel(featureName, name)));
  const groups = new Map<string, FunctionalResult[]>();
  for (const one of results) {
    const id = placeId(placeOf(one));
    if (one.status !== "pending" && one.status !== "error" && one.carriedFrom === undefined) judged.add(id);
    if (one.status === "passed" && !one.flaky) continue;
    const cause = causeOf(one);
    groups.set(cause, [...(groups.get(cause) ?? []), one]);
  }
  const found = [...groups].map(([cause, group]) => problemOf(run, cause, group));
  return {
    ...keptOf(found),
    looked: (place) => judged.has(placeId(place)),
    // What a run lacks may still be there; a scenario that no feature has any more is gone.
    absent: ({ label }) => !run.known.has(label) && !present.has(label),
  };
}

/** A flaky scenario stands for itself: what shook it may differ from time to time. */
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
        ? `"${failure.step.text.trim()}" failed in ${where}`
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
