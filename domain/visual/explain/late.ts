// Reports elements that a timer adds, removes or changes some seconds after the page is ready, with the rule or setting that resolves it.
import { capital } from "../../text.ts";
import type { Reason } from "../outcome.ts";
import { type Change, type ChangeKind, pushesContent } from "../reading/change.ts";
import { elementWords } from "../reading/sentence.ts";
import type { ComparisonMode } from "../shot.ts";

/** Timing name of a capture that was delayed by timers of the page's scripts; other captures do not have it. */
export const TIMERS = "timers";

/** Maximum number of elements reported per result; further ones would be smaller. */
const MAX_NAMED = 3;
/** Kinds of changes that a rule that checks presence and place does not resolve. */
const COMES_OR_GOES: ReadonlySet<ChangeKind> = new Set(["added", "removed", "replaced", "moved", "resized"]);

/** Returns a note for each late element. `changes`: between a screenshot taken immediately and one taken at rest, moments later. */
export function lateNotes(changes: readonly Change[]): Reason[] {
  const named = new Map<string, Change>();
  for (const change of changes) if (change.selector && !named.has(change.selector)) named.set(change.selector, change);
  return [...named.values()].slice(0, MAX_NAMED).map(lateNote);
}

function lateNote(change: Change): Reason {
  const { selector } = change;
  const mode: ComparisonMode = COMES_OR_GOES.has(change.kind) ? "ignore" : "dynamic";
  // No comparison rule allows the page length to change.
  const pushes = pushesContent(change);
  const settled = pushes
    ? `it moves the content below it, so remove it with the scenario's removeSelectors: ["${selector}"]`
    : `${mode === "ignore" ? "an ignore" : "a dynamic"} rule for "${selector}" (create_comparison_rule) ignores this permanently`;
  const { x, y, width, height } = change.box ?? change.boxBefore ?? { x: 0, y: 0, width: 0, height: 0 };
  return {
    code: "restless",
    message: `${capital(elementWords(change))} changes some seconds after the page is ready; ${settled}.`,
    data: { late: true, selector, mode: pushes ? null : mode, x, y, width, height },
  };
}

/** Returns the selectors of elements that, according to the reasons, a timer changes. */
export const lateSelectors = (reasons: readonly Reason[]): ReadonlySet<string> =>
  new Set(
    reasons.flatMap(({ code, data }) => (code === "restless" && data?.late === true ? String(data.selector) : [])),
  );
