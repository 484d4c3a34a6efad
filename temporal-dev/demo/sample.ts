// Selects what the demo visits: enough to show every seeded defect, plus some pages without one. Pure functions.
import type { SeededDefect } from "./verdict.ts";

export type DemoScenario = { label: string; url: string };
export type Viewport = "phone" | "tablet" | "desktop";

/** Number of pages without a defect that a pillar also visits and on which it must find nothing. */
const CONTROLS = 3;
/** A page with a seeded change is captured in the smallest and the largest viewport; the ones in between show nothing new. */
const CHANGED_AT: readonly Viewport[] = ["phone", "desktop"];
const OTHERS_AT: readonly Viewport[] = ["desktop"];

const pathOf = (url: string): string => URL.parse(url, "http://site.invalid")?.pathname ?? url;

/** Returns the labels of pages with something to find for a pillar, plus some without, in scenario order. */
export function pagesOfPillar(
  pillar: string,
  defects: readonly SeededDefect[],
  scenarios: readonly DemoScenario[],
): string[] {
  const seeded = new Set(
    defects.flatMap((one) => [one, ...(one.also ?? [])]).flatMap((one) => (one.pillar === pillar ? [one.page] : [])),
  );
  const has = ({ url }: DemoScenario) => seeded.has(pathOf(url));
  const controls = new Set(scenarios.filter((one) => !has(one)).slice(0, CONTROLS));
  return scenarios.filter((one) => has(one) || controls.has(one)).map(({ label }) => label);
}

/** Returns the viewports in which a page is captured. */
export function viewportsOf(label: string, defects: readonly SeededDefect[]): readonly Viewport[] {
  return defects.some(({ visual }) => visual?.scenarioLabel === label) ? CHANGED_AT : OTHERS_AT;
}

/** Limits the defects to the viewports that the demo captures. */
export function seenDefects(defects: readonly SeededDefect[]): SeededDefect[] {
  return defects.map((one) => {
    if (!one.visual) return one;
    const viewports = one.visual.viewports.filter((name) => CHANGED_AT.some((seen) => seen === name));
    return { ...one, visual: { ...one.visual, viewports } };
  });
}
