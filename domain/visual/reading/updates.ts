// Finds what changed in elements that both maps have: text, image, value, style. Styles are reported at the outermost element.
import type { MapElement } from "../pageMap.ts";
import type { Above } from "./blocks.ts";
import type { ChangeKind } from "./change.ts";
import type { Draft } from "./draft.ts";
import type { Matching } from "./matching.ts";
import { areTechnical, type Changed, changedStyles, hintsOf, ownStyles, styleChange } from "./styles.ts";

const NONE: Changed = new Map();

/** `hints`: for elements without a visible change, what may explain why they or their content moved; keyed by their index in the test map. */
export type Updates = { drafts: Draft[]; hints: ReadonlyMap<number, Draft> };

export function updates({ before, after, toBefore }: Matching, { aboveAfter }: Above): Updates {
  const drafts: Draft[] = [];
  const hints = new Map<number, Draft>();
  const styles = new Map<number, Changed>();
  const defaults = { before: before.defaults, after: after.defaults };
  for (const [now, old] of toBefore.entries()) {
    if (old === -1) continue;
    const [from, to] = [before.elements[old]!, after.elements[now]!];
    const changed = changedStyles(from, to, defaults);
    if (changed.size > 0) styles.set(now, changed);
    const own = ownStyles(changed, styles.get(aboveAfter[now]!) ?? NONE, after.says[now] === 1 || !!to.value);
    const technical = areTechnical(own, changed);
    const kind = kindOf(from, to, technical ? [] : own);
    const push = Math.abs(to.box.width - from.box.width) + Math.abs(to.box.height - from.box.height);
    if (kind) {
      // A background image is reported as an image, not as a style.
      const told = technical ? [] : kind === "image" ? own.filter((name) => name !== "backgroundImage") : own;
      drafts.push({ kind, old, now, styles: told.map((name) => styleChange(name, changed)), push });
      continue;
    }
    const names = [...own, ...hintsOf(changed)];
    if (names.length > 0)
      hints.set(now, { kind: "style", old, now, styles: names.map((name) => styleChange(name, changed)), push });
  }
  return { drafts, hints };
}

function kindOf(before: MapElement, after: MapElement, styles: readonly string[]): ChangeKind | null {
  if (before.broken === false && after.broken === true) return "broken_image";
  if (before.image !== after.image || (before.broken === true && after.broken === false)) return "image";
  if (before.textHash !== after.textHash) return "text";
  if (before.value !== undefined && after.value !== undefined && before.value !== after.value) return "value";
  if (styles.includes("fontFamily")) return "font";
  return styles.length > 0 ? "style" : null;
}
