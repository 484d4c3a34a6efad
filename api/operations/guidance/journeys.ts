// What a functional run left behind, in the form that guidance reasons over.
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { failureOf } from "../../../domain/functional/scenarioFailure.ts";
import { cut, type JourneyFailure } from "../../../domain/guidance/facts.ts";
import type { Run } from "../../../models/run.ts";
import { runBefore } from "../../../models/runsBefore.ts";
import { type ScenarioRow, scenariosOfRun } from "../../../models/scenarioRuns.ts";
import type { OperationContext } from "../../lib/context.ts";

type RunRow = Pick<
  Run,
  "_id" | "type" | "baseUrl" | "branch" | "commitSha" | "prNumber" | "scheduled" | "environmentId" | "createdAt"
>;
type Journeys = { journeys: JourneyFailure[]; judged: string[]; pages: { key: string; title: string }[] };

/** What is new among them is told by the run before. */
export async function readJourneys(ctx: OperationContext, run: RunRow): Promise<Journeys> {
  const scenarios = await scenariosOfRun(ctx.models, run._id);
  const projectId = scenarios[0]?.projectId;
  const before = projectId === undefined ? null : await runBefore(ctx.models, { ...run, projectId }, { _id: 1 });
  const earlier = before ? await scenariosOfRun(ctx.models, before._id) : null;
  const wrongBefore = earlier && new Set(earlier.filter(({ status }) => status !== "passed").map(({ key }) => key));
  const wrong = scenarios.filter(({ status, flaky }) => status !== "passed" || flaky);
  return {
    journeys: wrong.map((one) => journeyOf(run, one, wrongBefore && !wrongBefore.has(one.key))),
    judged: scenarios.filter(({ status }) => status !== "pending" && status !== "error").map(({ key }) => key),
    pages: [...new Set(scenarios.flatMap(({ pages }) => pages ?? []))].map((key) => ({ key, title: "" })),
  };
}

function journeyOf(run: RunRow, row: ScenarioRow, isNew: boolean | null): JourneyFailure {
  const { key: id, featureId, featureName, name, viewport, browser, status, flaky } = row;
  const failure = failureOf(row);
  return {
    id,
    featureId,
    feature: featureName,
    scenario: name,
    viewport,
    browser,
    flaky,
    isNew: flaky ? null : isNew,
    key: failure?.url ? pageKey(failure.url, run.baseUrl) : "",
    cause: failure?.cause ?? "environment",
    step: failure?.step?.text ?? "",
    message: cut(failure?.evidence[0] ?? failure?.headline ?? "It has no result.", 300),
    help: cut(failure?.advice ?? "Run the feature again.", 300),
    broken: status === "error" || status === "pending",
  };
}
