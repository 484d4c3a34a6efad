// What failed on a branch before and a functional run did not repeat: a run of some scenarios has no result for the others.
import { scenarioLabel } from "../../domain/pillars/functional/problems.ts";
import type { ProblemPlace } from "../../domain/problems/problem.ts";
import { scenarioLabels } from "../features/queries.ts";
import type { Models } from "../index.ts";
import { scenariosOfRun } from "../scenarioRuns/ofRun.ts";
import { type Judging, type NewestRun, standingBefore } from "./earlier.ts";
import { lineOf } from "./refresh.ts";

const viewOf = ({ label, viewport, browser }: Omit<ProblemPlace, "page">): string =>
  [label, viewport, browser].join("\n");

/** Returns the number of such scenarios, without those whose problems people accepted or snoozed. */
export async function failedAndNotRun(models: Models, run: NewestRun, now: Date, judging: Judging): Promise<number> {
  const at = { ...(await lineOf(models, run, judging.mainBranch)), pillar: "functional" as const };
  const problems = await standingBefore(models, at, run, now, judging);
  if (problems.length === 0) return 0;
  // Scenarios that were deleted or are drafts no longer run, so nothing would end their failure.
  const [rows, known] = await Promise.all([
    scenariosOfRun(models, run._id),
    scenarioLabels(models, run.projectId, { ready: true }),
  ]);
  const tried = new Set(
    rows.map(({ featureName, name, ...view }) => viewOf({ label: scenarioLabel(featureName, name), ...view })),
  );
  const left = problems
    .flatMap(({ places }) => places)
    .filter((place) => known.has(place.label) && !tried.has(viewOf(place)));
  return new Set(left.map(({ label }) => label)).size;
}
