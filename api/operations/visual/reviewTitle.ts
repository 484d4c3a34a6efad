// What a group of results to review is called.
import { plural } from "../../../domain/text.ts";
import { changeGroups } from "../../../domain/visual/reading/groups.ts";
import { changeSentence, elementWords } from "../../../domain/visual/reading/sentence.ts";
import { shotTitle } from "../../../domain/visual/reading/shotWords.ts";
import { tinySentence } from "../../../domain/visual/reading/tiny.ts";
import type { ReviewKind } from "../../../domain/visual/reviewGroups.ts";
import type { RowShot } from "./reviewViews.ts";

/** So many results of a group say what it is called, the same ones on each page of the list. */
export const TITLED_BY = 50;

/** The largest change in words that hold for all of them, and how many others there are. */
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
