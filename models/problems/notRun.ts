// What of a branch failed before and a functional run did not try again: a run of some scenarios says nothing about the others.
import { statusWith } from "../../domain/problems/people.ts";
import { isOpen, type ProblemPlace } from "../../domain/problems/problem.ts";
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import { scenariosOfRun } from "../scenarioRuns/ofRun.ts";
import { openProblems } from "./queries.ts";
import { lineOf } from "./refresh.ts";

type Newest = Pick<Run, "_id" | "projectId" | "environmentId" | "branch" | "createdAt">;

const viewOf = ({ label, viewport, browser }: Omit<ProblemPlace, "page">): string =>
  [label, viewport, browser].join("\n");

/** How many scenarios, without those whose problems people accepted or snoozed. */
export async function failedAndNotRun(models: Models, run: Newest, now: Date, mainBranch?: string): Promise<number> {
  const at = { ...(await lineOf(models, run, mainBranch)), pillar: "functional" as const };
  const problems = (await openProblems(models, at)).filter(
    (one) => one.kind === "failed" && one.firstSeen.at < run.createdAt && isOpen(statusWith(one, one, now)),
  );
  if (problems.length === 0) return 0;
  const rows = await scenariosOfRun(models, run._id);
  const tried = new Set(
    rows.map(({ featureName, name, ...view }) => viewOf({ label: `${featureName}: ${name}`, ...view })),
  );
  const left = problems.flatMap(({ places }) => places).filter((place) => !tried.has(viewOf(place)));
  return new Set(left.map(({ label }) => label)).size;
}
