// The problems that one screenshot of a run shows, as stored across runs.
import type { Models } from "../index.ts";
import type { Shot } from "../shots/schema.ts";
import { problemsByIds } from "./queries.ts";
import { lineOf, type ProblemRun } from "./refresh.ts";
import { shownByShot } from "./results.ts";
import type { Problem } from "./schema.ts";
import { problemIdOf } from "./shelf.ts";

/** Returns none if the run has not ended, or an earlier version stored none. */
export async function problemsOfShot(models: Models, run: ProblemRun, shot: Shot): Promise<Problem[]> {
  const at = { ...(await lineOf(models, run)), pillar: "visual" as const };
  const ids = shownByShot(run, shot).map(({ cause }) => problemIdOf(at, cause));
  const kept = await problemsByIds(models, ids);
  return kept.sort((a, b) => b.priority - a.priority || (a._id < b._id ? -1 : 1));
}
