// Derives the causes of a failure from the changes recorded by the comparison.
import { given } from "../../given.ts";
import type { Cause, CauseKind, ExplainContext } from "../cause.ts";
import type { Change, ChangeKind } from "../reading/change.ts";
import { changeDetail, changeSentence, elementWords } from "../reading/sentence.ts";
import { styleLines } from "../reading/styleWords.ts";
import { changeOfRegion } from "../regionSentence.ts";
import { adviceFor } from "./advice.ts";
import { withoutNumbers } from "./remedy.ts";
import type { ShotFacts } from "./shotCause.ts";
import { isWithin, variesAt } from "./variation.ts";

const CAUSE: Record<ChangeKind, { kind: CauseKind; confidence: number }> = {
  added: { kind: "added", confidence: 0.95 },
  removed: { kind: "removed", confidence: 0.95 },
  moved: { kind: "layout_shift", confidence: 0.9 },
  replaced: { kind: "content", confidence: 0.9 },
  text: { kind: "content", confidence: 0.95 },
  value: { kind: "content", confidence: 0.95 },
  image: { kind: "content", confidence: 0.9 },
  broken_image: { kind: "broken_image", confidence: 0.95 },
  style: { kind: "style", confidence: 0.95 },
  font: { kind: "font", confidence: 0.9 },
  resized: { kind: "layout_shift", confidence: 0.8 },
  drawing: { kind: "content", confidence: 0.8 },
  unknown: { kind: "unknown", confidence: 0.3 },
};
/** Maximum confidence in a region: it records where and how pixels differ, but not why. */
const OF_REGION = 0.6;
/** Maximum number of styles listed in addition to the one that the sentence names. */
const MORE_STYLES = 3;

/** Returns one cause for each change, in the same order; `change` is the change's key. */
export function changeCauses(changes: readonly Change[], context: ExplainContext): (Cause & { change: string })[] {
  return changes.map((change) => ({ ...causeOf(change, context), change: change.key }));
}

/**
 * Returns one cause for each sentence about the regions of a result of an earlier version, which has no changes. Inserted and removed rows
 * also tell how far the content below them moved.
 */
export function regionCauses(
  { regions, shifts }: Pick<ShotFacts, "regions" | "shifts">,
  context: ExplainContext,
): (Cause & { change?: string })[] {
  const causes = new Map<string, Cause & { change?: string }>();
  for (const region of regions) {
    const change = changeOfRegion(region, shifts);
    const cause = causeOf(change, context);
    const key = `${cause.selector} ${cause.evidence}`;
    const share = (causes.get(key)?.share ?? 0) + cause.share;
    const confidence = Math.min(cause.confidence, OF_REGION);
    causes.set(key, { ...cause, confidence, share, ...given({ change: change.key || undefined }) });
  }
  return [...causes.values()];
}

function causeOf(change: Change, context: ExplainContext): Cause {
  const { selector, share } = change;
  const box = change.box ?? change.boxBefore;
  const moves = box !== null && !!context.movingRegion && isWithin(context.movingRegion, box);
  const byTimer = context.late?.has(selector) === true;
  if (moves || byTimer || (box !== null && variesAt(context.variation, { selector, box }))) {
    const evidence = moves
      ? `Frames of one capture kept differing at ${elementWords(change)}.`
      : byTimer
        ? `An immediate capture and one some seconds later differ at ${elementWords(change)}.`
        : `Two captures of the same page differ at ${elementWords(change)}.`;
    const changesByItself = byTimer || context.changesByItself === true;
    return {
      kind: "animation",
      selector,
      confidence: moves || byTimer ? 0.9 : 0.6,
      evidence,
      share,
      ...adviceFor("animation", false, { ...context, changesByItself }),
    };
  }
  const late = isLate(change, context);
  const { kind, confidence } = late ? ({ kind: "late_image", confidence: 0.9 } as const) : CAUSE[change.kind];
  // The requested font family is a style; a font that failed to load does not change the page's styles.
  const advised = change.kind === "font" && change.styles.length > 0 ? "style" : kind;
  const advice = adviceFor(advised, changesByItself(change, context), context);
  const evidence = `${told(change)}${late ? ", and the page was still loading" : ""}.`;
  return { kind, selector, confidence, evidence, share, ...advice };
}

/** Returns the sentence, the styles it does not name, and what the change pushed. */
function told(change: Change): string {
  const sentence = changeSentence(change);
  const styles =
    change.kind === "style" || change.kind === "font" ? styleLines(change.styles).slice(1, 1 + MORE_STYLES) : [];
  const pushed = changeDetail({ ...change, text: null, image: null, styles: [] }).lines.map((line) =>
    line.replace(/^C/, "c"),
  );
  return [sentence, ...styles, ...pushed].join("; ");
}

/** A price that changed once is a content change; one that changes in every run changes by itself. */
const changesByItself = ({ text }: Change, context: ExplainContext): boolean =>
  context.changesByItself === true && text !== null && withoutNumbers(text.before) === withoutNumbers(text.after);

/** Whether an image with an unchanged address has different pixels on a page where, according to the capture, something was still loading. */
const isLate = ({ kind, tag }: Change, { notes = [] }: ExplainContext): boolean =>
  kind === "drawing" &&
  (tag === "img" || tag === "picture") &&
  notes.some(({ code }) => code === "still_loading" || code === "stabiliser_failed");
