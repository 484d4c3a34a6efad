// How changes of pictures are named in reports.
import { plural } from "../../text.ts";
import { saidOf } from "../../visual/summary.ts";
import type { VisualSection } from "./types.ts";

/** Two sentences that say the same but for their end. */
export const sameSentence = (a: string, b: string): boolean => letters(a) === letters(b);
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Why a visual run has its verdict, in sentences. */
export function visualReasons({ counts, open, changesTotal, error }: VisualSection): string[] {
  if (error) return [error];
  if (!counts) return ["There are no results."];
  const { changed, missing, errors } = open;
  const approved =
    counts.approved > 0
      ? ` ${plural(counts.approved, "result")} of them ${counts.approved === 1 ? "was" : "were"} approved.`
      : "";
  return [
    ...(changed > 0
      ? [
          `${plural(changed, "result differs", "results differ")} from ${changed === 1 ? "its baseline" : "their baselines"}, by ${plural(changesTotal, "change")}.`,
        ]
      : []),
    ...(missing > 0 ? [`${plural(missing, "result has", "results have")} no baseline to compare with.`] : []),
    ...(errors > 0 ? [`${plural(errors, "page")} could not be judged.`] : []),
    `${counts.passed} of ${plural(counts.total, "result")} passed.${approved}`,
    ...saidOf(counts),
  ];
}
