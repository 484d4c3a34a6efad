// Titles of groups of results to review.
import { plural } from "../../../domain/text.ts";
import { changeGroups } from "../../../domain/visual/reading/groups.ts";
import { changeSentence, elementWords } from "../../../domain/visual/reading/sentence.ts";
import { shotTitle } from "../../../domain/visual/reading/shotWords.ts";
import { tinySentence } from "../../../domain/visual/reading/tiny.ts";
import type { ReviewKind } from "../../../domain/visual/reviewGroups.ts";
import type { RowShot } from "./reviewViews.ts";

/** Number of results that determine a group's title; the same ones on each page of the list. */
export const TITLED_BY = 50;

/** Returns the largest change in words that apply to all of them, and the number of other changes. */
export function groupTitle(kind: ReviewKind, shots: readonly RowShot[]): string {
  const [first] = shots;
  if (!first) return "";
  const changes = kind === "change" || kind === "tiny" ? changeGroups(shots) : [];
  const largest = first.changes?.[0];
  const { told, pixels = 0 } = changes.find(({ key }) => key === largest?.key) ?? {};
  if (!told || !largest) return shotTitle(first);
  const sentence =
    kind === "tiny" ? tinySentence({ pixels, what: elementWords(told), results: 1 }) : changeSentence(told);
  const more = changes.length - 1;
  return `${sentence}${more > 0 ? ` and ${plural(more, "more change")}` : ""}`;
}
