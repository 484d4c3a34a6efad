// How changes of pictures are named in reports.
import { plural, truncate } from "../../text.ts";
import type { RegionKind } from "../../visual/outcome.ts";
import { saidOf } from "../../visual/summary.ts";
import { html, type Markup } from "../html.ts";
import type { VisualChange, VisualSection } from "./types.ts";

export const REGION_WORD: Record<RegionKind, string> = {
  moved: "Moved",
  resized: "Resized",
  recoloured: "Recoloured",
  text: "Text",
  added: "Added",
  removed: "Removed",
  other: "Changed",
};
const TITLE: Record<RegionKind, string> = { ...REGION_WORD, text: "Text changed" };

/** "Recoloured: header.site and 3 more places". */
export function changeTitle({ regions, regionsTotal }: Pick<VisualChange, "regions" | "regionsTotal">): Markup {
  const [first] = regions;
  if (!first) return html`A difference in the page's content`;
  const name = first.selector
    ? html`<code>${truncate(first.selector, 160)}</code>`
    : html`at x=${first.box.x}, y=${first.box.y}`;
  const more = regionsTotal - 1;
  return html`${TITLE[first.kind]}: ${name}${more > 0 ? html` <span class="soft">and ${plural(more, "more place")}</span>` : null}`;
}

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
