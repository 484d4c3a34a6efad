// Computes the key of a change: what happened, the same on every page, in every viewport and browser.
import { hashText } from "../compare/fingerprint.ts";
import type { StyleChange } from "./change.ts";
import { changedWords, changedYear } from "./common.ts";
import type { Draft } from "./draft.ts";
import { isIcon } from "./icons.ts";
import type { Matching } from "./matching.ts";
import { landmarkOf } from "./surroundings.ts";
import { partOf, type Tree } from "./tree.ts";

/** Maximum number of a block's elements that its key is built from. */
const TOLD = 400;
const CUT = 60;
/** The look of images that were merely resampled. */
export const SLIGHT = "slightly different";

/**
 * Returns the key of a change. `rule`: what the elements of a style change have in common; `family`: identifies a change to several values
 * (ruleNames).
 */
export function keyOf({ before, after }: Matching, draft: Draft, rule = "", family?: string): string {
  if (family !== undefined) return hashText(`family ${family}`);
  const { kind, old, now, styles } = draft;
  const [from, to] = [before.elements[old], after.elements[now]];
  const parts: unknown[] = [kind];
  switch (kind) {
    case "added":
      parts.push(blockName(after, now));
      break;
    case "removed":
      parts.push(blockName(before, old));
      break;
    case "replaced":
      parts.push(blockName(before, old), blockName(after, now));
      break;
    case "moved":
      parts.push(blockName(after, now));
      break;
    case "broken_image":
      parts.push(to?.image || from?.image);
      break;
    case "image":
      parts.push(from?.broken ? "" : from?.image, to?.image);
      break;
    case "text":
      parts.push(...textName(from?.text ?? "", to?.text ?? "", [from?.textHash, to?.textHash], to?.tag ?? ""));
      break;
    case "value":
      parts.push(to?.attrs.name ?? "", from?.value, to?.value);
      break;
    case "font":
    case "style":
      break;
    case "resized":
      parts.push(
        elementName(after, now),
        growth(from?.box.width, to?.box.width),
        growth(from?.box.height, to?.box.height),
      );
      break;
    case "drawing":
    case "unknown":
      // Icons that changed have one font or one file as their common cause.
      if (now !== -1 && isIcon(after, now)) return hashText(JSON.stringify([kind, "icons"]));
      if (draft.look === SLIGHT) return hashText(JSON.stringify([kind, SLIGHT]));
      parts.push(draft.look ?? "");
      if (now !== -1) parts.push(elementName(after, now), landmarkOf(after, now));
  }
  parts.push(...stylesName(styles, rule));
  return hashText(JSON.stringify(parts));
}

/** Builds the name from the block's tags, roles, texts and images, without digits, because a date or a number of replies differs on each page. */
function blockName(tree: Tree, root: number): string {
  const names = partOf(tree, root, undefined, TOLD).map((at) => {
    const { tag, role, text, image } = tree.elements[at]!;
    return `${tag} ${role} ${withoutDigits(text)} ${image}`;
  });
  return names.join("\n");
}

function elementName({ elements }: Tree, at: number): unknown[] {
  const element = elements[at];
  if (!element) return [];
  const { tag, role, id, classes, text, image, attrs } = element;
  return [tag, role, id, classes.toSorted(), withoutDigits(text), image, attrs["aria-label"] ?? attrs.alt ?? ""];
}

/**
 * Builds the name from the added and removed words. If digits changed, the whole text counts, because a 5 that became a 6 is not the same
 * change everywhere.
 */
function textName(before: string, after: string, hashes: unknown[], tag: string): unknown[] {
  if (before.length >= CUT || after.length >= CUT) return hashes;
  const changed = changedWords({ before, after });
  const year = changedYear(changed);
  if (year) return ["year", year.before, year.after];
  const digits = (text: string) => text.match(/\d+/g)?.join(" ") ?? "";
  if (digits(before) !== digits(after)) return [...hashes, tag];
  const [gone, come] = [changed.before, changed.after].map((words) =>
    words.split(" ").filter(Boolean).map(withoutDigits),
  );
  return gone!.length + come!.length > 0 ? [gone, come] : hashes;
}

/** Lengths differ between viewports, so only whether they grew, and which elements have them, counts. */
function stylesName(styles: readonly StyleChange[], rule: string): unknown[] {
  return styles.map(({ property, before, after }) => {
    const isLength = /\d(px|em|rem|%)/.test(`${before} ${after}`) && !/rgb|#/.test(`${before} ${after}`);
    return isLength ? [property, growth(lengthOf(before), lengthOf(after)), rule] : [property, before, after];
  });
}

const lengthOf = (value: string): number =>
  (value.match(/-?[\d.]+/g) ?? []).reduce((sum, one) => sum + Number.parseFloat(one), 0);

const growth = (before = 0, after = 0): number => (Math.abs(after - before) <= 0.5 ? 0 : Math.sign(after - before));

const withoutDigits = (text: string): string => text.replace(/\d+/g, "#");
