// What is still open on a branch from runs before the newest one: a run of some places has no result for the others.

import { isSetAside } from "../../domain/problems/standing.ts";
import { countWaiting, NOTHING_WAITS, type WaitingCount } from "../../domain/review/waiting.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import type { Models } from "../index.ts";
import type { Judging, NewestRun } from "../problems/earlier.ts";
import { decisionsOnce } from "../problems/ofRun.ts";
import { lineOf } from "../problems/refresh.ts";
import { decisionAbout, linesOf } from "../problems/shelf.ts";
import { openBefore } from "./queries.ts";

/** Returns the changes that older runs of the branch found and nobody approved, without those whose problems people accepted or snoozed. */
export async function openOfEarlierRuns(
  models: Models,
  run: NewestRun,
  now: Date,
  { mainBranch, decisions = decisionsOnce(models, run.projectId) }: Judging,
): Promise<WaitingCount> {
  if (shotKindOf(run.type) !== "visual") return NOTHING_WAITS;
  const line = await lineOf(models, run, mainBranch);
  const items = (await openBefore(models, line, run.createdAt)).filter(({ names }) => names.length > 0);
  if (items.length === 0) return NOTHING_WAITS;
  const decided = await decisions(linesOf(line.line));
  const isAside = (name: string): boolean => {
    const decision = decisionAbout(decided, { ...line, pillar: "visual" }, name);
    return decision !== undefined && isSetAside({ placeCount: decision.placeCount }, decision, now);
  };
  return countWaiting(items.filter(({ names }) => !names.every(isAside)));
}
