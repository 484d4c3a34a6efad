// Lists elements that kept changing during first captures, each once, with its pages and the rule that resolves it.
import type { Reason, RestlessRegion } from "./outcome.ts";
import type { ComparisonMode } from "./shot.ts";
import { namesWholePage } from "./wideRules/hidesAll.ts";

export type RestlessElement = { selector: string; mode: ComparisonMode; scenarios: string[]; screenshots: number };

export type FirstCapture = {
  scenarioLabel: string;
  reasons: readonly Reason[];
  captures: readonly { restless?: readonly RestlessRegion[] }[];
};

const MAX_ELEMENTS = 30;

/** Sorted by number of screenshots (most first). `ruled`: selectors for which the scenario already has a rule. */
export function restlessElements(
  captured: readonly FirstCapture[],
  ruled: (scenarioLabel: string) => ReadonlySet<string>,
): RestlessElement[] {
  const found = new Map<string, { mode: ComparisonMode; scenarios: Set<string>; screenshots: number }>();
  for (const { scenarioLabel, reasons, captures } of captured) {
    for (const [selector, mode] of namedIn(reasons, captures)) {
      if (namesWholePage(selector) || ruled(scenarioLabel).has(selector)) continue;
      const known = found.get(selector) ?? { mode, scenarios: new Set<string>(), screenshots: 0 };
      known.scenarios.add(scenarioLabel);
      known.screenshots += 1;
      // An element that comes and goes on one page needs the wider rule on all of them.
      if (mode === "ignore") known.mode = mode;
      found.set(selector, known);
    }
  }
  return [...found]
    .map(([selector, { scenarios, ...rest }]) => ({ selector, ...rest, scenarios: [...scenarios].sort() }))
    .sort((a, b) => b.screenshots - a.screenshots || (a.selector < b.selector ? -1 : 1))
    .slice(0, MAX_ELEMENTS);
}

/** Returns the restless selectors with their mode. `mode` is null for an element that pushes the content below it, because no rule covers that. */
function namedIn(reasons: FirstCapture["reasons"], captures: FirstCapture["captures"]): Map<string, ComparisonMode> {
  const named = new Map<string, ComparisonMode>();
  for (const { selector } of captures.flatMap(({ restless = [] }) => restless))
    if (selector !== "") named.set(selector, "dynamic");
  for (const { code, data } of reasons) {
    if (code !== "restless" || typeof data?.selector !== "string" || data.selector === "") continue;
    if (data.mode === null) named.delete(data.selector);
    else named.set(data.selector, data.mode === "ignore" ? "ignore" : "dynamic");
  }
  return named;
}
