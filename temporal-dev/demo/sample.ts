// What the demo looks at: enough to show every seeded defect, and pages without one beside them. Pure.
import type { SeededDefect } from "./verdict.ts";

export type DemoScenario = { label: string; url: string };
export type Viewport = "phone" | "tablet" | "desktop";

/** Pages that a pillar visits besides those with a defect of its own: on them it must find nothing. */
const CONTROLS = 3;
/** A page with a seeded change is shot at the smallest and the largest size: between them stands nothing else to see. */
const CHANGED_AT: readonly Viewport[] = ["phone", "desktop"];
const OTHERS_AT: readonly Viewport[] = ["desktop"];

const pathOf = (url: string): string => URL.parse(url, "http://site.invalid")?.pathname ?? url;

/** Labels of the pages on which a pillar has something to find, and of some on which it has not; in the order of the scenarios. */
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

/** The sizes at which a page is shot. */
export function viewportsOf(label: string, defects: readonly SeededDefect[]): readonly Viewport[] {
  return defects.some(({ visual }) => visual?.scenarioLabel === label) ? CHANGED_AT : OTHERS_AT;
}

/** The defects as the demo can see them: at the sizes at which it looks. */
export function seenDefects(defects: readonly SeededDefect[]): SeededDefect[] {
  return defects.map((one) => {
    if (!one.visual) return one;
    const viewports = one.visual.viewports.filter((name) => CHANGED_AT.some((seen) => seen === name));
    return { ...one, visual: { ...one.visual, viewports } };
  });
}
