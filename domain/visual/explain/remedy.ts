// Chooses the rule for content that changes by itself: the narrowest rule that is estimated to make the result pass.
import type { Remedy, Variation } from "../cause.ts";
import { type ElementChange, elementChanges } from "../compare/elementChanges.ts";
import { ruleEffect } from "../ruleEffect.ts";
import type { ComparisonMode, Normalizer } from "../shot.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";

/** Narrowest first: what `dynamic` does not resolve changes its size as well. */
const MODES: readonly ComparisonMode[] = ["dynamic", "ignore"];
const SUGGESTED = "suggested";

/** Returns the remedy, or null if no rule resolves it and the page must be held still for the capture. */
export function remedyOf(cause: Pick<ShotCause, "selector">, facts: ShotFacts, variation: Variation | null) {
  const selector = cause.selector || (facts.regions[0]?.selector ?? "");
  // No comparison rule allows the page length to change.
  const mode = variation?.length ? undefined : MODES.find((one) => selector !== "" && settles(selector, one, facts));
  if (mode) return { kind: "comparison", selector, mode } satisfies Remedy;
  return contentRemedy(selector, facts, variation);
}

export function remedyText(remedy: Remedy): string {
  return remedy.kind === "comparison"
    ? `Add a rule of mode ${remedy.mode} for "${remedy.selector}" (create_comparison_rule).`
    : `Add a content rule (${remedy.normalize}) for "${remedy.selector}" (create_content_rule), then capture the baselines again.`;
}

function settles(selector: string, mode: ComparisonMode, facts: ShotFacts): boolean {
  const { sizes, reasons, threshold, shifts, baselineMap, testMap, mismatchPercent } = facts;
  if (!sizes || mismatchPercent === null) return mode === "dynamic";
  // Each cause gets a separate rule, so only the regions of this element matter.
  const own = facts.regions.filter((region) => region.selector === selector);
  const regions = own.length > 0 ? own : facts.regions;
  const result = {
    threshold,
    shifts,
    sizes,
    baselineMap,
    testMap,
    mismatchPercent,
    regions,
    reasons: reasons.filter(({ code }) => code !== "size_changed"),
    changedPixels: regions.reduce((sum, region) => sum + region.changedPixels, 0),
  };
  const others = (facts.rules ?? []).filter((rule) => rule.selector !== selector);
  const { wouldPass } = ruleEffect(result, [...others, { id: SUGGESTED, selector, mode }], SUGGESTED);
  // Without page maps nothing can be estimated, so the rule that hides least is tried.
  return wouldPass ?? (mode === "dynamic" && (!baselineMap || !testMap));
}

function contentRemedy(selector: string, facts: ShotFacts, variation: Variation | null): Remedy | null {
  const { baselineMap, testMap } = facts;
  const changes = baselineMap && testMap ? elementChanges(baselineMap, testMap) : [];
  const all = [...(variation?.changes ?? []), ...changes].filter((change) => change.before && change.after);
  const shows = (change: ElementChange) =>
    change.differences.includes("content") || change.differences.includes("image");
  const change = all.find((one) => one.selector === selector && shows(one)) ?? variation?.changes?.find(shows);
  if (!change?.before || !change.after) return null;
  const image = !change.differences.includes("content");
  return {
    kind: "content",
    selector: change.selector,
    normalize: image ? "image" : normalizerOf(change.before.text, change.after.text),
  };
}

const MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const KINDS: readonly [Normalizer, RegExp][] = [
  ["price", /[€$£¥₹]\s?\d|\d\s?(?:[€£¥₹]|EUR\b|USD\b|GBP\b|CHF\b)/],
  [
    "date",
    new RegExp(`\\d{1,2}:\\d{2}|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d\\s?(?:${MONTH})|(?:${MONTH})\\w*\\.? \\d`, "i"),
  ],
];

/** Chooses the normalizer by the text before and after. */
function normalizerOf(before: string, after: string): Normalizer {
  const kind = KINDS.find(([, pattern]) => pattern.test(before) && pattern.test(after));
  if (kind) return kind[0];
  return withoutNumbers(before) === withoutNumbers(after) ? "number" : "text";
}

/** Replaces numbers, so that texts that differ only in numbers become equal. */
export const withoutNumbers = (text: string): string => text.replace(/\d[\d.,:]*/g, "0");
