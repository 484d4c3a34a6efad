// Derives the fields of a scenario from what was seen on a page, each with its reason.
import { nameOfPage } from "../untrusted/quote.ts";
import type { ComparisonMode, ViewportName } from "../visual/shot.ts";
import type { DifferingPart, Mutation, ScenarioSeen } from "./inspection.ts";

export type SuggestedRule = { selector: string; mode: ComparisonMode; reason: string };
export type SuggestedScenario = {
  label: string;
  url: string;
  viewports: ViewportName[];
  delay: number;
  readySelector: string | null;
  dismissSelectors: string[];
  hideSelectors: string[];
};
export type ScenarioSuggestion = {
  scenario: SuggestedScenario;
  /** Comparison rules for content that changes on its own. */
  rules: SuggestedRule[];
  /** Reasons by scenario field. */
  reasons: { field: keyof SuggestedScenario; reason: string }[];
  remarks: string[];
};

/** A part of at least this share is most of the page: a rule for it would leave nothing to compare. */
const MAX_AREA = 0.5;
/** Content that still changes in the last third of the watched time never stops changing. */
const ENDLESS = 0.67;
const MAX_RULES = 10;

/** Layout shifts move everything below, so excluding the part would not help. */
const MODE_OF: Record<string, ComparisonMode | null> = { content: "dynamic", layout_shift: null };

/** `address`: the URL for the scenario. `host`: host of the page. `labels`: existing labels. */
export function suggestScenario(
  seen: ScenarioSeen,
  page: { address: string; host: string; labels: readonly string[] },
): ScenarioSuggestion {
  const reasons: ScenarioSuggestion["reasons"] = [];
  const because = (field: keyof SuggestedScenario, reason: string): void => void reasons.push({ field, reason });
  const remarks = [...seen.remarks];

  const endless = seen.mutations.filter((m) => m.count > 1 && m.lastMs >= ENDLESS * seen.watchedMs);
  const rules = rulesOf(seen, endless, page.host, remarks);
  const late = Math.max(
    0,
    ...seen.mutations.filter((m) => !endless.includes(m) && m.kind !== "attributes").map((m) => m.lastMs),
  );
  const delay = late > 100 ? Math.ceil((late + 200) / 100) * 100 : 0;
  if (delay > 0) because("delay", `Content was still changing ${late} ms after the page had loaded.`);

  const viewports: ViewportName[] = seen.responsive ? ["phone", "tablet", "desktop"] : ["desktop"];
  because(
    "viewports",
    seen.responsive
      ? "The page has a viewport meta tag, so it adapts to small screens."
      : "The page has no viewport meta tag: phones would show it like a desktop.",
  );

  const rendered = seen.heading !== null && !seen.heading.inSource ? seen.heading : null;
  if (rendered)
    because(
      "readySelector",
      `"${rendered.text}" is rendered by a script and is not in the document that the server sends.`,
    );

  const { banner } = seen;
  const dismissSelectors = banner?.button ? [banner.button] : [];
  const hideSelectors = banner && !banner.button && banner.container ? [banner.container] : [];
  if (banner?.button)
    because(
      "dismissSelectors",
      `A consent banner covers the page; "${banner.label}" ${banner.kind === "reject" ? "closes it without consent" : "is its only button that closes it"}.`,
    );
  if (hideSelectors.length > 0)
    because("hideSelectors", "A consent banner covers the page, and no selector reaches its buttons.");

  const label = labelOf(seen, page);
  because("label", seen.heading ? "The page's main heading." : "The page's title or address.");
  const readySelector = rendered?.selector ?? null;
  return {
    scenario: { label, url: page.address, viewports, delay, readySelector, dismissSelectors, hideSelectors },
    rules,
    reasons,
    remarks,
  };
}

function rulesOf(seen: ScenarioSeen, endless: readonly Mutation[], host: string, remarks: string[]): SuggestedRule[] {
  const rules = new Map<string, SuggestedRule>();
  const add = (selector: string, mode: ComparisonMode, reason: string): void => {
    if (selector !== "" && !rules.has(selector)) rules.set(selector, { selector, mode, reason });
  };
  for (const part of seen.differing ?? []) {
    const mode = modeOf(part, remarks);
    if (mode) add(part.selector, mode, `Two visits differed here: ${part.evidence}`);
  }
  for (const { selector, count, kind } of endless)
    if (kind !== "attributes")
      add(selector, "dynamic", `Its content changed ${count} times in ${seen.watchedMs / 1000} s.`);
  for (const { selector, tag, host: from } of seen.foreign)
    if (tag === "iframe" && from !== "" && from !== host)
      add(selector, "ignore", `Its content comes from ${from}, which can change it at any time.`);
  return [...rules.values()].slice(0, MAX_RULES);
}

function modeOf({ kind, area, selector, evidence }: DifferingPart, remarks: string[]): ComparisonMode | null {
  if (area > MAX_AREA || /^(html|body|main)$/.test(selector)) {
    remarks.push(`Most of the page differed between two visits (${selector}): ${evidence}`);
    return null;
  }
  const mode = MODE_OF[kind] === undefined ? "ignore" : (MODE_OF[kind] ?? null);
  if (mode === null) remarks.push(`The layout differed between two visits (${selector}): ${evidence}`);
  return mode;
}

/** Returns the heading, otherwise the title without the site's name, otherwise the address; with a number if the label is taken. */
function labelOf(
  { heading, title }: ScenarioSeen,
  { address, labels }: { address: string; labels: readonly string[] },
): string {
  const short = title.split(/\s+[|–—·-]\s+/)[0]?.trim() ?? "";
  const path = URL.parse(address, "http://site.invalid")?.pathname ?? address;
  const named = [heading?.text ?? "", short].map((text) => nameOfPage(text)).find((text) => text !== "");
  const wanted = named ?? (path === "/" ? "Home" : path.slice(0, 80));
  const taken = new Set(labels.map((label) => label.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let n = 2; ; n++) if (!taken.has(`${wanted} ${n}`.toLowerCase())) return `${wanted} ${n}`;
}
