// Handles a failed comparison whose difference a person ignored here before, or ignores no longer.
import { differenceOf } from "../../domain/visual/ignored/difference.ts";
import { ignoredAnswer } from "../../domain/visual/ignored/ignored.ts";
import { ignoredAt } from "../../models/ignoredChanges/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import type { Accepted } from "./branchApproval.ts";
import type { JudgedShot } from "./judgeShot.ts";

/** null: nobody ignored exactly this difference here. Nothing is promoted: the baseline is kept. */
export async function ignoredBefore(
  { models, now }: Pick<CompareDeps, "models" | "now">,
  shot: Pick<Shot, "baselineKey" | "baseline">,
  { comparison, merged }: JudgedShot,
): Promise<Accepted | null> {
  const shown = comparison.verdict === "failed" ? differenceOf(comparison) : null;
  if (!shown) return null;
  const kept = await ignoredAt(models, shot.baselineKey);
  const baseline = (merged?.baseline ?? shot.baseline)?.artifactId ?? null;
  return kept.length === 0 ? null : ignoredAnswer(shown, kept, { now: now(), baseline });
}

/** Returns reasons to place after the first one, which names the result: short lists show three. */
export const knownReasons = (...known: readonly (Accepted | null)[]): Accepted["reason"][] =>
  known.flatMap((one) => one?.reason ?? []);
