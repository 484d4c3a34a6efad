import { type Check, inapplicable, passed, review } from "../../../audit/finding.ts";
import { type A11yData, causeOfKind, type FocusStop, type Place } from "../gathered.ts";

const MAX_SHOWN = 5;
/** Tolerance in px, because lines of text and rounded edges overlap slightly. */
const SLACK = 4;

/** Never fails, because only a person can judge whether an order makes sense. WCAG 2.4.3. */
export const focusOrder: Check<A11yData> = {
  rule: "focus-order",
  severity: "moderate",
  title: "Keyboard focus follows the reading order.",
  fault: "Focus order does not match reading order",
  help: "Put the elements into the document in reading order; avoid tabindex above 0 and reordering by CSS.",
  run({ keyboard }) {
    if (keyboard.state !== "walked" || keyboard.stops.length < 2)
      return inapplicable("The Tab key reaches fewer than two controls.");
    const { stops } = keyboard;
    const jumps = stops.slice(1).flatMap((stop, index) => {
      const before = stops[index];
      return before && goesBack(before, stop)
        ? [{ from: before.target, to: stop.target, name: stop.name, kind: stop.kind }]
        : [];
    });
    const first = jumps[0];
    if (first === undefined) return passed("The focus moves down the page and along its lines.");
    const times = jumps.length === 1 ? "once" : `${jumps.length} times`;
    return review(
      `The keyboard focus goes back against the reading order ${times}, first to the ${first.name}.`,
      first.to,
      {
        evidence: {
          tags: ["wcag2a", "wcag243"],
          jumps: jumps.slice(0, MAX_SHOWN).map(({ from, to, name }) => ({ from, to, name })),
        },
        ...causeOfKind(first.kind),
      },
    );
  },
};

/**
 * Whether the focus moves straight up in the same column, or back towards the start of the same line. Moving to the top of another column
 * is normal.
 */
function goesBack(from: FocusStop, to: FocusStop): boolean {
  const [a, b] = [from.place, to.place];
  if (a === null || b === null || !from.visible || !to.visible) return false;
  const above = b.y + b.height <= a.y + SLACK;
  if (above) return shared(a.x, a.width, b.x, b.width) > Math.min(a.width, b.width) / 2 && similar(a, b);
  const sameLine = shared(a.y, a.height, b.y, b.height) > Math.min(a.height, b.height) / 2;
  // Elements with different text directions have no common reading order.
  if (!sameLine || a.rtl !== b.rtl) return false;
  return a.rtl ? b.x >= a.x + a.width - SLACK : b.x + b.width <= a.x + SLACK;
}

const shared = (a: number, aSize: number, b: number, bSize: number): number =>
  Math.min(a + aSize, b + bSize) - Math.max(a, b);
/** Excludes full-width banners, which are above every column. */
const similar = (a: Place, b: Place): boolean => Math.max(a.width, b.width) < 4 * Math.min(a.width, b.width);
