// Determines why an element has a new place or size: a change inside, beside or around it, or nothing that is recorded.
import type { Box } from "../pageMap.ts";
import type { Above } from "./blocks.ts";
import type { Draft } from "./draft.ts";
import { isIcon } from "./icons.ts";
import type { Matching } from "./matching.ts";
import type { Updates } from "./updates.ts";

/** Boxes that differ by at most this (CSS pixels) are equal, because browsers round. */
export const STEADY = 0.5;
/** Maximum number of levels to search upwards for another change before an element counts as its own cause. */
const AROUND = 3;
/** Elements that determine each other's widths and heights, however far apart they are. */
const TABLES = new Set(["table", "thead", "tbody", "tfoot", "tr"]);

/** Elements inside a table. */
const IN_TABLES = new Set(["td", "th", "tr", "thead", "tbody", "tfoot"]);

/** Styles by which an element arranges its content. */
const ARRANGING = new Set(["flex-direction", "flex-wrap", "justify-content", "align-items", "display"]);

const LETTERS = /^(font|letter-spacing|line-height|text-transform|direction)/;

export type Origins = {
  /** Returns the change of the element itself or of the block it is in, or null. */
  ownOf(now: number): Draft | null;
  /** Returns the change that gave the element its place and size, or null if no known change did. */
  originOf(now: number): Draft | null;
  /** Returns what changed at the element, or a close ancestor, without being visible by itself, or null. */
  hintAt(now: number): Draft | null;
  /** Like `hintAt`, for an element that clips its overflow, or no longer does. */
  cutAt(now: number): Draft | null;
};

/** `add`: adds a change that is only visible through the position of elements. */
export function originsOf(
  matching: Matching,
  { aboveBefore, aboveAfter }: Above,
  drafts: readonly Draft[],
  hints: Updates["hints"],
  add: (draft: Draft) => void,
): Origins {
  const { before, after, toBefore, toAfter } = matching;
  const own = new Map<number, Draft>();
  /** For each element, the change inside it that displaces others most. */
  const inside = new Map<number, Draft>();
  /** By parent: children that push others, with their place among the siblings. */
  const pushers = new Map<number, { at: number; draft: Draft }[]>();
  const mostOf = (known: Draft | undefined, draft: Draft): boolean => !known || known.push < draft.push;

  function sizeChanged(now: number): boolean {
    const old = toBefore[now] ?? -1;
    return old !== -1 && !sameSize(after.elements[now]!.box, before.elements[old]!.box);
  }

  const mayPush = (now: number): boolean => sizeChanged(now) || IN_TABLES.has(after.elements[now]!.tag);

  const enter = (draft: Draft): void => {
    if (draft.now !== -1 && (toBefore[draft.now] === -1 || draft.kind !== "moved" || !own.has(draft.now)))
      own.set(draft.now, draft);
    if (draft.push <= STEADY) return;
    const { parent, at } = placeOf(draft);
    pushedBy(parent, at, draft);
    if (parent === -1) return;
    if (mostOf(inside.get(parent), draft)) inside.set(parent, draft);
    // A change that leaves the size of a box unchanged moves nothing around it, except that the cells of a table share the width of each
    // column.
    for (let child = parent; aboveAfter[child] !== -1 && mayPush(child); child = aboveAfter[child]!) {
      const up = aboveAfter[child]!;
      if (mostOf(inside.get(up), draft)) inside.set(up, draft);
      pushedBy(up, child, draft);
    }
  };
  const pushedBy = (parent: number, at: number, draft: Draft): void => {
    const list = pushers.get(parent);
    if (list) list.push({ at, draft });
    else pushers.set(parent, [{ at, draft }]);
  };
  /** Returns the place of the change in the test map. A removed element is placed after its former preceding sibling. */
  function placeOf({ old, now }: Draft): { parent: number; at: number } {
    if (now !== -1) return { parent: aboveAfter[now]!, at: now };
    const above = aboveBefore[old]!;
    const parent = above === -1 ? -1 : toAfter[above]!;
    for (let one = old - 1; one > above; one--) {
      if (toAfter[one] !== -1 && aboveBefore[one] === above) return { parent, at: toAfter[one]! + 0.5 };
    }
    return { parent, at: parent + 0.5 };
  }
  for (const draft of drafts) enter(draft);
  for (const list of pushers.values()) list.sort((a, b) => a.at - b.at);

  /** Returns how the element's box differs from the place and size that follow from its parent's move. */
  function offOf(now: number): { place: boolean; size: boolean; tall: boolean } {
    const [box, from] = [after.elements[now]!.box, before.elements[toBefore[now]!]!.box];
    const parent = aboveAfter[now]!;
    const around = parent === -1 ? null : [after.elements[parent]!.box, before.elements[toBefore[parent]!]!.box];
    const right = box.x - from.x - (around ? around[0]!.x - around[1]!.x : 0);
    const down = box.y - from.y - (around ? around[0]!.y - around[1]!.y : 0);
    return {
      place: Math.abs(right) > STEADY || Math.abs(down) > STEADY,
      size: !sameSize(box, from),
      tall: Math.abs(box.height - from.height) > STEADY,
    };
  }

  function ownOf(now: number): Draft | null {
    for (let at = now; at !== -1; at = after.parents[at]!) {
      const draft = own.get(at);
      if (draft && (at === now || draft.kind === "added" || draft.kind === "replaced" || draft.kind === "moved"))
        return draft;
    }
    return null;
  }

  /** Returns the nearest change before it, because elements are pushed from there, otherwise the nearest after it. */
  function beside(now: number, taller: boolean): Draft | null {
    const list = pushers.get(aboveAfter[now]!);
    if (!list) return null;
    const { y, height } = after.elements[now]!.box;
    // Only what shares its rows makes an element taller.
    const may = ({ at }: { at: number }): boolean => {
      const box = after.elements[at]?.box;
      return !taller || !box || (box.y < y + height && y < box.y + box.height);
    };
    const before = list.findLast((one) => one.at < now && may(one));
    return (before ?? list.find((one) => one.at > now && may(one)))?.draft ?? null;
  }

  const made = new Map<number, Draft>();
  function ownReason(now: number): Draft {
    const known = made.get(now);
    if (known) return known;
    const { box } = after.elements[now]!;
    const from = before.elements[toBefore[now]!]!.box;
    const push = Math.abs(box.width - from.width) + Math.abs(box.height - from.height) + 1;
    // A different sign of an icon font has a different width, but the height of its line.
    const isSign = isIcon(after, now) && Math.abs(box.height - from.height) <= STEADY;
    const kind = isSign ? ("drawing" as const) : ("resized" as const);
    const draft = hints.get(now) ?? { kind, old: toBefore[now]!, now, styles: [], push };
    made.set(now, draft);
    add(draft);
    return draft;
  }

  /** Returns a change nearby in the same table, or in one of the boxes around it. */
  function around(now: number): Draft | null {
    let up = aboveAfter[now]!;
    for (let steps = 0; up !== -1; up = aboveAfter[up]!) {
      if (inside.has(up)) return inside.get(up)!;
      if (own.has(up)) return own.get(up)!;
      if (!TABLES.has(after.elements[up]!.tag) && ++steps >= AROUND) return null;
    }
    return null;
  }

  /** Returns a text style changed by an ancestor, which resizes and rewraps everything inside it. */
  function lettersAbove(now: number): Draft | null {
    for (let up = now; up !== -1; up = aboveAfter[up]!) {
      const draft = own.get(up);
      if (draft?.styles.some(({ property }) => LETTERS.test(property))) return draft;
    }
    return null;
  }

  function originOf(start: number): Draft | null {
    let now = start;
    // Every step goes up or to an earlier sibling.
    for (let steps = 0; now !== -1 && steps < 10_000; steps++) {
      const known = ownOf(now);
      if (known) return known;
      if (toBefore[now] === -1) {
        now = after.parents[now]!;
        continue;
      }
      const off = offOf(now);
      if (off.size && inside.has(now)) return inside.get(now)!;
      const parent = aboveAfter[now]!;
      if (off.place || off.size) {
        const pushing = beside(now, off.tall);
        if (pushing) return pushing;
        if (own.has(parent)) return own.get(parent)!;
        const letters = lettersAbove(parent);
        if (letters) return letters;
        if (hints.has(now)) return ownReason(now);
        if (arranges(parent)) return ownReason(parent);
        const first = firstOff(now);
        if (first !== now) {
          now = first;
          continue;
        }
        // A new width of the parent causes new line breaks and places.
        if (sizeChanged(parent) && !growsBy(parent, now)) {
          now = parent;
          continue;
        }
        return around(now) ?? ownReason(innermost(now));
      }
      now = parent;
    }
    return null;
  }

  /** Whether the element now arranges its content differently. */
  function arranges(at: number): boolean {
    return hints.get(at)?.styles.some(({ property }) => ARRANGING.has(property)) ?? false;
  }

  /** Whether the parent is only larger because this child is. */
  function growsBy(parent: number, now: number): boolean {
    const [p, q] = [after.elements[parent]!.box, before.elements[toBefore[parent]!]!.box];
    const [c, d] = [after.elements[now]!.box, before.elements[toBefore[now]!]!.box];
    return Math.abs(p.width - q.width) <= STEADY && Math.abs(p.height - q.height - (c.height - d.height)) <= 1;
  }

  /** Returns the innermost element that grew, following elements that are only larger because of a single child. */
  function innermost(now: number): number {
    const grown = growthIn(now);
    if (grown.length === 1) return innermost(grown[0]!);
    // The cells of a row stretch to the highest of them, and only that one has a cause inside.
    const reasons = grown.filter((child) => growthIn(child).length > 0);
    return reasons.length === 1 ? innermost(reasons[0]!) : now;
  }
  const growthIn = (now: number): number[] =>
    after.children[now]!.filter((child) => toBefore[child] !== -1 && sizeChanged(child) && growsBy(now, child));

  const firsts = new Map<number, number>();
  /** Returns the first sibling with a new place or size, because it pushes those after it. */
  function firstOff(now: number): number {
    const parent = aboveAfter[now]!;
    if (!firsts.has(parent)) {
      const siblings = parent === -1 ? after.roots : after.children[parent]!;
      const first = siblings.find((one) => {
        if (toBefore[one] === -1) return false;
        const off = offOf(one);
        return off.place || off.size;
      });
      firsts.set(parent, first ?? -1);
    }
    const first = firsts.get(parent)!;
    return first !== -1 && first < now ? first : now;
  }

  function hinted(now: number, fits: (hint: Draft) => boolean): Draft | null {
    for (let at = now, steps = 0; at !== -1 && steps <= AROUND; at = after.parents[at]!, steps++) {
      const hint = hints.get(at);
      if (hint && fits(hint)) return ownReason(at);
    }
    return null;
  }
  const hintAt = (now: number): Draft | null => hinted(now, () => true);
  const cutAt = (now: number): Draft | null =>
    hinted(now, ({ styles }) => styles.some(({ property }) => property === "overflow"));

  return { ownOf, originOf, hintAt, cutAt };
}

const sameSize = (a: Box, b: Box): boolean =>
  Math.abs(a.width - b.width) <= STEADY && Math.abs(a.height - b.height) <= STEADY;
