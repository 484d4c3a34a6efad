// Messages of axe's findings: axe's heading and the figures behind it.
import { oneLine, plural, truncate } from "../../text.ts";
import type { AxeNode, AxeReason, AxeRule } from "./gathered.ts";
import { scrubbed } from "./scrub.ts";

type Data = AxeReason["data"];

/** Rules whose figures we put into a sentence, by the id of the failed condition. Undefined means that axe's message is used. */
const FIGURES: Record<string, (data: Data) => string | undefined> = {
  "color-contrast": ({ contrastRatio, expectedContrastRatio, fgColor, bgColor, fontSize }) =>
    typeof contrastRatio === "number" && contrastRatio > 0 && typeof expectedContrastRatio === "string"
      ? `The contrast of ${String(fgColor)} on ${String(bgColor)} is ${contrastRatio}:1 at ${pixels(fontSize)}, and ${expectedContrastRatio} is required`
      : undefined,
  "target-size": ({ width, height, minSize }) =>
    typeof width === "number" && typeof height === "number" && typeof minSize === "number"
      ? `It measures ${round(width)} × ${round(height)} px, and ${minSize} × ${minSize} px is required`
      : undefined,
  "th-has-data-cells": ({ header }) =>
    typeof header === "string" ? `No cell belongs to the header “${scrubbed(header)}”` : undefined,
};

/** Returns one or two complete sentences. They contain text of the page. */
export function messageOf(rule: AxeRule, node: Pick<AxeNode, "reasons" | "kind">): string {
  const heading = sentence(rule.help);
  const first = node.reasons[0];
  const why = first === undefined ? "" : (FIGURES[first.id]?.(first.data) ?? scrubbed(oneLine(first.message)));
  const lead = node.kind === "unsure" ? "A person must check this: " : "";
  return truncate(why === "" ? `${lead}${heading}` : `${lead}${heading} ${sentence(why)}`, 500);
}

export function furtherMessage(rule: AxeRule, further: number): string {
  return `${sentence(rule.help)} ${plural(further, "more element breaks", "more elements break")} this rule.`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
/** Extracts the px of axe's "12.0pt (16px)". */
const pixels = (size: unknown): string => /\(([\d.]+)px\)/.exec(String(size))?.[1]?.concat(" px") ?? "this size";

function sentence(text: string): string {
  const line = oneLine(text);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
