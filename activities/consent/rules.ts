// Selects the rules of autoconsent that can apply to a document, in its script's format.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

type Step = Record<string, unknown>;
type Rule = {
  name: string;
  cosmetic?: boolean;
  runContext?: { main?: boolean; frame?: boolean; urlPattern?: string };
  optOut?: Step[];
  optIn?: Step[];
};

type Loaded = { script: string; rules: Rule[] };
let loaded: Loaded | undefined;

/** Read once per process: 137 kB of script and 680 kB of rules. */
function load(): Loaded {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("@duckduckgo/autoconsent"));
  const { autoconsent } = require("@duckduckgo/autoconsent/rules/rules.json") as { autoconsent: Rule[] };
  loaded = {
    script: readFileSync(join(folder, "autoconsent.playwright.js"), "utf8"),
    // A cosmetic rule hides the banner, which is not a choice.
    rules: autoconsent.filter(({ cosmetic }) => cosmetic !== true),
  };
  return loaded;
}

export function autoconsentScript(): string {
  return load().script;
}

const general = new Map<boolean, string>();

/** Returns JSON of the rules for a document of this address: generic ones, and those for this site. */
export function rulesFor(url: string, main: boolean): string {
  const { rules } = load();
  const fits = ({ runContext }: Rule): boolean => (main ? runContext?.main !== false : runContext?.frame === true);
  const own = rules.filter(
    (rule) => rule.runContext?.urlPattern && fits(rule) && matches(rule.runContext.urlPattern, url),
  );
  const known = general.get(main) ?? JSON.stringify(rules.filter((rule) => !rule.runContext?.urlPattern && fits(rule)));
  general.set(main, known);
  return own.length === 0 ? known : `${known.slice(0, -1)},${JSON.stringify(own).slice(1)}`;
}

/** Rules implemented as code that hide the banner while they reject in a frame, which may not exist. */
const HIDING_CODE = ["TrustArc-top"];

/** Whether the rule relies on another frame to reject, so that the visible buttons are worth trying first. */
export const refusesElsewhere = (name: string, action: "optOut" | "optIn"): boolean =>
  action === "optOut" && HIDING_CODE.includes(name);

/** Whether answering by this rule may hide the banner instead of pressing a button. */
export function mayHide(name: string, action: "optOut" | "optIn"): boolean {
  if (refusesElsewhere(name, action)) return true;
  const rule = load().rules.find((one) => one.name === name);
  return rule !== undefined && JSON.stringify(rule[action] ?? []).includes('"hide"');
}

/**
 * Returns CSS selectors of the single button by which the rule answers; [] if it takes several steps, because they cannot be
 * pressed at the same time, and for rules implemented as code.
 */
export function buttonsOf(name: string, action: "optOut" | "optIn"): string[] {
  const rule = load().rules.find((one) => one.name === name);
  const pressed = (rule?.[action] ?? []).map(clicksOf).filter((clicks) => clicks.length > 0);
  return pressed.length === 1 ? (pressed[0] ?? []) : [];
}

/** Returns the selectors of one step, including its alternatives. */
function clicksOf(step: unknown): string[] {
  if (Array.isArray(step)) return step.flatMap(clicksOf);
  if (typeof step !== "object" || step === null) return [];
  return Object.entries(step).flatMap(([key, value]) => {
    if (key !== "click" && key !== "waitForThenClick")
      return key === "any" || key === "then" || key === "else" ? clicksOf(value) : [];
    return typeof value === "string" && !value.startsWith("xpath/") ? [value] : [];
  });
}

function matches(pattern: string, url: string): boolean {
  try {
    return new RegExp(pattern).test(url.slice(0, 500));
  } catch {
    return false;
  }
}
