// The likely cause of a single region, and of many texts at once.
import type { Cause, ExplainContext } from "../cause.ts";
import { withoutNumbers } from "../explain/remedy.ts";
import { variesAt } from "../explain/variation.ts";
import type { Region } from "../outcome.ts";
import type { Box, MapElement } from "../pageMap.ts";
import type { Difference } from "./elementChanges.ts";
import { intersection } from "./picture.ts";

/** A region, its element before and after (null where a side or its map lacks it), and what differs about the element. */
export type NamedRegion = {
  region: Region;
  before: MapElement | null;
  after: MapElement | null;
  expected: Box | null;
  differences: readonly Difference[];
};

/** A cause without its advice. `changing`: what is known to change by itself. */
export type Finding = Omit<Cause, "action" | "advice"> & { changing?: "content" | "length" | null };

/** Texts that read as before and yet look different: in this many places it is the font, not the places. */
const FONT_REGIONS = 3;

export function isTextAsBefore({ before, after, differences }: NamedRegion): boolean {
  if (before === null || after === null || after.textHash === "") return false;
  // A text in another place is a layout shift, whatever it looks like.
  return differences.every((difference) => difference === "font" || difference === "size");
}

export function fontFindings(regions: readonly NamedRegion[]): Finding[] {
  const texts = regions.filter(isTextAsBefore);
  const share = texts.reduce((sum, { region }) => sum + region.share, 0);
  const named = regions.filter(({ differences, before, after }) => before && after && differences.includes("font"));
  const [first] = named;
  if (first?.before && first.after) {
    const from = fontText(first.before);
    const evidence = `The font of ${named.length} changed elements is another: "${first.region.selector}" had ${from} and has ${fontText(first.after)}.`;
    return [{ kind: "font", selector: first.region.selector, confidence: 0.95, evidence, share }];
  }
  if (texts.length < FONT_REGIONS) return [];
  const evidence = `${texts.length} texts read as before in the same style but are drawn differently, as with a web font that was not loaded.`;
  return [{ kind: "font", selector: texts[0]!.region.selector, confidence: 0.7, evidence, share }];
}

function fontText({ styles: { fontFamily, fontSize, fontWeight } }: MapElement): string {
  return [fontWeight, fontSize, fontFamily].filter(Boolean).join(" ");
}

/** First what the capture itself saw (movement), then what the maps say, then what the pixels look like. */
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
  if (context.flaky && (!context.variation || variesAt(context.variation, region.selector)))
    return {
      ...base,
      kind: "animation",
      confidence: 0.6,
      evidence: `Two captures of the same page differ at ${name}.`,
    };
  switch (region.kind) {
    case "text": {
      const known = before && after && before.text !== after.text;
      // A price that changed once is a change of content; one that changes in every run is not.
      const changing =
        context.changesByItself && known && withoutNumbers(before.text) === withoutNumbers(after.text)
          ? "content"
          : null;
      const evidence = known
        ? `The text of ${name} was "${before.text}" and is "${after.text}".`
        : `The text of ${name} changed.`;
      return { ...base, kind: "content", confidence: before && after ? 0.95 : 0.7, evidence, changing };
    }
    case "recoloured": {
      const styles = styleChanges(named);
      const evidence = styles
        ? `${capital(name)} has new styles: ${styles}.`
        : `The colours of ${name} changed, its shapes did not.`;
      return { ...base, kind: "style", confidence: styles ? 0.95 : 0.6, evidence };
    }
    case "moved":
    case "resized": {
      const how = region.kind === "moved" ? "in another place" : "of another size";
      const evidence = `${capital(name)} is as before but ${how}${boxText(named)}.`;
      return { ...base, kind: "layout_shift", confidence: 0.8, evidence };
    }
    case "added":
    case "removed": {
      const evidence = `${capital(name)} is ${region.kind === "added" ? "new" : "gone"}.`;
      return { ...base, kind: region.kind, confidence: differences.includes(region.kind) ? 0.9 : 0.6, evidence };
    }
    case "other": {
      const styles = styleChanges(named);
      if (differences.includes("flow") && styles)
        return { ...base, kind: "style", confidence: 0.9, evidence: `${capital(name)} has new styles: ${styles}.` };
      if (differences.includes("image"))
        return {
          ...base,
          kind: "content",
          confidence: 0.9,
          evidence: `${capital(name)} shows another image (${after?.image ?? ""}).`,
        };
      const evidence = `The pixels of ${name} differ and nothing recorded about the page says why.`;
      return { ...base, kind: "unknown", confidence: 0.3, evidence };
    }
  }
}

function brokenImage({ before, after, region }: NamedRegion): Pick<Cause, "confidence" | "evidence"> | null {
  if (!after?.broken || before?.broken) return null;
  const address = after.image ? ` (${after.image})` : "";
  return { confidence: 0.95, evidence: `The image "${region.selector}"${address} did not load.` };
}

/** An image with the address it had, whose pixels differ: surer when the capture said that something was still loading. */
function lateImage(
  { region, before, after, differences }: NamedRegion,
  { notes = [] }: ExplainContext,
): Pick<Cause, "confidence" | "evidence"> | null {
  if (!before || !after?.image || differences.includes("image") || region.kind === "text") return null;
  const loading = notes.some(({ code }) => code === "still_loading" || code === "stabiliser_failed");
  const also = loading ? ", and the page was still loading" : "";
  return {
    confidence: loading ? 0.9 : 0.5,
    evidence: `The image ${after.image} has the same address but looks different${also}.`,
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function styleChanges({ before, after }: NamedRegion): string {
  if (!before || !after) return "";
  return styleText(before.styles, after.styles);
}

function styleText(before: Record<string, string>, after: Record<string, string>): string {
  return Object.keys(after)
    .filter((name) => before[name] !== undefined && before[name] !== after[name])
    .map((name) => `${name} ${before[name]} → ${after[name]}`)
    .join(", ");
}

function boxText({ expected, after }: NamedRegion): string {
  if (!after || !expected) return "";
  const text = ({ x, y, width, height }: Box): string => `${width}×${height} at ${x},${y}`;
  return ` (${text(expected)} → ${text(after.box)})`;
}
