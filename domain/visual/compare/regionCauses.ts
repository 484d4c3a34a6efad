// Determines the likely cause of a single region, and of many texts that changed together.
import { capital } from "../../text.ts";
import type { Cause, ExplainContext } from "../cause.ts";
import { withoutNumbers } from "../explain/remedy.ts";
import { variesAt } from "../explain/variation.ts";
import { changedStyles, moveText, nameOf, sizeText, styleText } from "../explain/words.ts";
import type { Region } from "../outcome.ts";
import type { Box, MapElement } from "../pageMap.ts";
import type { Difference } from "./elementChanges.ts";
import { intersection } from "./picture.ts";

/** A region, its element before and after (null if the element or the page map is missing on that side), and how the element differs. */
export type NamedRegion = {
  region: Region;
  before: MapElement | null;
  after: MapElement | null;
  expected: Box | null;
  differences: readonly Difference[];
};

/** A cause without its advice. `changing`: what is known to change by itself. */
export type Finding = Omit<Cause, "action" | "advice"> & {
  changing?: "content" | "length" | null;
  /** For a font: whether the page requests a different one. */
  asked?: boolean;
  /**
   * Set if only the position of the pixels suggests this cause: the region may be the effect of a change nearby, or the element itself
   * moved by a pixel.
   */
  effect?: "near" | "own" | null;
};

/** Number of texts with unchanged words but a different look from which the font is taken to be the cause. */
const FONT_REGIONS = 3;

export function isTextAsBefore({ before, after, differences }: NamedRegion): boolean {
  if (before === null || after === null || after.textHash === "") return false;
  // A text at another place is a layout shift, whatever it looks like.
  return differences.every((difference) => difference === "font" || difference === "size");
}

export function fontFindings(regions: readonly NamedRegion[]): Finding[] {
  const texts = regions.filter(isTextAsBefore);
  const share = texts.reduce((sum, { region }) => sum + region.share, 0);
  const named = regions.filter(({ before, after }) => before && after && hasOtherFamily(before, after));
  const [first] = named;
  // The requested font family is a style; a font that failed to load does not change it.
  if (first?.before && first.after) {
    const evidence = `The font of ${named.length === 1 ? "" : `${named.length} elements, among them `}${nameOf(first.region.selector)} was ${first.before.styles.fontFamily} and is ${first.after.styles.fontFamily}.`;
    return [{ kind: "font", selector: first.region.selector, confidence: 0.95, evidence, share, asked: true }];
  }
  if (texts.length < FONT_REGIONS) return [];
  const evidence = `${texts.length} texts have the same words and style but are drawn differently, as if a web font did not load.`;
  return [{ kind: "font", selector: texts[0]!.region.selector, confidence: 0.7, evidence, share }];
}

function hasOtherFamily({ styles: before }: MapElement, { styles: after }: MapElement): boolean {
  return before.fontFamily !== undefined && after.fontFamily !== undefined && before.fontFamily !== after.fontFamily;
}

/** Returns the finding for a region: first from what the capture itself saw (movement), then from the maps, then from the pixels. */
export function regionFinding(named: NamedRegion, context: ExplainContext): Finding {
  const { region, before, after, differences } = named;
  const base = { selector: region.selector, share: region.share };
  const name = region.selector ? `"${region.selector}"` : `the area at x=${region.box.x}, y=${region.box.y}`;
  if (context.movingRegion && intersection(context.movingRegion, region.box))
    return {
      ...base,
      kind: "animation",
      confidence: 0.9,
      evidence: `Frames of one capture kept differing at ${name}.`,
    };
  const broken = brokenImage(named);
  if (broken) return { ...base, kind: "broken_image", ...broken };
  const image = lateImage(named, context);
  if (image) return { ...base, kind: "late_image", ...image };
  if (variesAt(context.variation, region))
    return {
      ...base,
      kind: "animation",
      confidence: 0.6,
      evidence: `Two captures of the same page differ at ${name}.`,
    };
  switch (region.kind) {
    case "text": {
      const known = before && after && before.text !== after.text;
      // A price that changed once is a content change; one that changes in every run changes by itself.
      const changing =
        context.changesByItself && known && withoutNumbers(before.text) === withoutNumbers(after.text)
          ? "content"
          : null;
      const evidence = known
        ? `The text of ${name} was "${before.text}" and is "${after.text}".`
        : differences.includes("value") && !differences.includes("content")
          ? `The value, placeholder or state of the field ${name} changed.`
          : `The text of ${name} changed.`;
      return { ...base, kind: "content", confidence: before && after ? 0.95 : 0.7, evidence, changing };
    }
    case "recoloured": {
      const styles = styleChanges(named);
      if (styles)
        return { ...base, kind: "style", confidence: 0.95, evidence: `${capital(name)} has new styles: ${styles}.` };
      if (isDrawing(named)) return { ...base, ...drawing(name) };
      const evidence = `The colours of ${name} changed, its shapes did not.`;
      return { ...base, kind: "style", confidence: 0.6, evidence, effect: differences.length === 0 ? "near" : null };
    }
    case "moved":
    case "resized": {
      const fonts = styleChanges(named);
      if (fonts)
        return { ...base, kind: "style", confidence: 0.9, evidence: `${capital(name)} has new styles: ${fonts}.` };
      const evidence = `${capital(name)} ${placeText(named) || "has a new position or size"}.`;
      return { ...base, kind: "layout_shift", confidence: 0.8, evidence, effect: "near" };
    }
    case "added":
    case "removed": {
      const known = differences.includes(region.kind);
      const is = region.kind === "added" ? "new" : "gone";
      const within = before && after && !known ? "Something in " : "";
      const evidence = capital(`${within}${name} is ${is}${within ? ` (${whereText(region.box)})` : ""}.`);
      return { ...base, kind: region.kind, confidence: known ? 0.9 : 0.6, evidence, effect: known ? null : "near" };
    }
    case "other": {
      const styles = styleChanges(named);
      if (styles)
        return { ...base, kind: "style", confidence: 0.9, evidence: `${capital(name)} has new styles: ${styles}.` };
      const image = otherImage(named, name);
      if (image) return { ...base, kind: "content", ...image };
      if (isDrawing(named)) return { ...base, ...drawing(name) };
      const evidence = `The pixels of ${name} differ (${whereText(region.box)}); no recorded text, style, position or size does.`;
      return { ...base, kind: "unknown", confidence: 0.3, evidence, effect: "near" };
    }
  }
}

const whereText = ({ x, y, width, height }: Box): string => `${width}×${height} px at x=${x}, y=${y}`;

/** Elements that draw content that the page map does not record. */
const DRAWINGS = new Set(["svg", "canvas", "video", "iframe", "object", "progress", "meter"]);

const isDrawing = ({ before, after }: NamedRegion): boolean => !!before && !!after && DRAWINGS.has(after.tag);

const drawing = (name: string): Pick<Finding, "kind" | "confidence" | "evidence" | "effect"> => ({
  effect: "own",
  kind: "content",
  confidence: 0.8,
  evidence: `The drawing in ${name} changed; its position and size did not.`,
});

function otherImage(
  { before, after, differences }: NamedRegion,
  name: string,
): Pick<Finding, "confidence" | "evidence"> | null {
  if (!before || !after?.image) return null;
  return differences.includes("image")
    ? { confidence: 0.9, evidence: `${capital(name)} shows another image (${after.image}).` }
    : {
        confidence: 0.7,
        evidence: `${capital(name)} shows another image, or another part of it, at the same address (${after.image}).`,
      };
}

function brokenImage({ before, after, region }: NamedRegion): Pick<Cause, "confidence" | "evidence"> | null {
  if (!after?.broken || before?.broken) return null;
  const address = after.image ? ` (${after.image})` : "";
  return { confidence: 0.95, evidence: `The image "${region.selector}"${address} did not load.` };
}

/** Whether an image with an unchanged address has different pixels on a page where, according to the capture, something was still loading. */
function lateImage(
  { region, before, after, differences }: NamedRegion,
  { notes = [] }: ExplainContext,
): Pick<Cause, "confidence" | "evidence"> | null {
  if (!before || !after?.image || differences.includes("image") || region.kind === "text") return null;
  if (!notes.some(({ code }) => code === "still_loading" || code === "stabiliser_failed")) return null;
  const evidence = `The image ${after.image} has the same address but looks different, and the page was still loading.`;
  return { confidence: 0.9, evidence };
}

function styleChanges({ before, after }: NamedRegion): string {
  return before && after && changedStyles(before.styles, after.styles).length > 0
    ? styleText(before.styles, after.styles)
    : "";
}

function placeText({ expected, after }: NamedRegion): string {
  if (!after || !expected) return "";
  return [moveText(expected, after.box), sizeText(expected, after.box)].filter(Boolean).join(" and ");
}
