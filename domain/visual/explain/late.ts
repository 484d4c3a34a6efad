// What comes, goes or turns by a timer some seconds after the page is ready: named by its element, with what settles it.
import { capital } from "../../text.ts";
import type { Reason } from "../outcome.ts";
import type { Change, ChangeKind } from "../reading/change.ts";
import { elementWords } from "../reading/sentence.ts";
import type { ComparisonMode } from "../shot.ts";

/** The timing of a capture that was put off for timers of the page's scripts; others have none. */
export const TIMERS = "timers";

/** Told of one result; further ones would be smaller. */
const MAX_NAMED = 3;
/** What is there or not, and what is elsewhere, a rule that checks presence and place does not settle. */
const COMES_OR_GOES: ReadonlySet<ChangeKind> = new Set(["added", "removed", "replaced", "moved", "resized"]);

/** `changes`: between a picture that was taken at once and one at rest, moments later. */
export function lateNotes(changes: readonly Change[]): Reason[] {
  const named = new Map<string, Change>();
  for (const change of changes) if (change.selector && !named.has(change.selector)) named.set(change.selector, change);
  return [...named.values()].slice(0, MAX_NAMED).map(lateNote);
}

function lateNote(change: Change): Reason {
  const { selector } = change;
  const mode: ComparisonMode = COMES_OR_GOES.has(change.kind) ? "ignore" : "dynamic";
  // No comparison rule lets the length of a page change.
  const pushes = Math.abs(change.pushed) > 1;
  const settled = pushes
    ? `it moves what is below it, so take it off with the scenario's removeSelectors: ["${selector}"]`
    : `${mode === "ignore" ? "an ignore" : "a dynamic"} rule for "${selector}" (create_comparison_rule) says so for good`;
  const { x, y, width, height } = change.box ?? change.boxBefore ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    code: "restless",
    message: `${capital(elementWords(change))} changes some seconds after the page is ready; ${settled}.`,
    data: { late: true, selector, mode: pushes ? null : mode, x, y, width, height },
  };
}

/** Selectors of what reasons say to change by a timer. */
export const lateSelectors = (reasons: readonly Reason[]): ReadonlySet<string> =>
  new Set(
    reasons.flatMap(({ code, data }) => (code === "restless" && data?.late === true ? String(data.selector) : [])),
  );
