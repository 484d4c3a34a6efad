// Finds how a scenario can deal with a page's consent banner: the button that closes it, or the part to hide.

import type { World } from "../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../browsers/page/visit.ts";
import type { ScenarioSeen } from "../../domain/inspect/inspection.ts";
import type { Autoconsent } from "../consent/autoconsent.ts";
import { bannerOnPage } from "../consent/bannerOnPage.ts";
import { buttonsOf } from "../consent/rules.ts";

type Banner = ScenarioSeen["banner"];
type Control = { selector: string; inShadow: boolean; container: string } | null;

const ANSWER_MS = 5_000;

/** Prefers a button that rejects by its words, else by autoconsent's rule for the banner; then one that accepts, in the same order. */
export async function bannerForScenario(
  { visit, world, autoconsent }: { visit: Visit; world: World; autoconsent: Autoconsent | undefined },
  control: (label: string) => Promise<Control>,
): Promise<Banner> {
  const open = await bannerOnPage(visit.page, (expression) => world.evaluate(expression, ANSWER_MS));
  const popup = autoconsent?.popup();
  const byRule = async (kind: "reject" | "accept"): Promise<Banner> => {
    const selectors = popup ? buttonsOf(popup.cmp, kind === "reject" ? "optOut" : "optIn") : [];
    if (selectors.length === 0 || popup?.frame.main === false) return null;
    const seen = await world.evaluate<{ selector: string; label: string } | null>(
      `(${visibleOf})(${JSON.stringify(selectors)})`,
      ANSWER_MS,
    );
    return seen && { button: seen.selector, kind, label: seen.label, container: open?.part ?? "" };
  };
  const byWords = async (kind: "reject" | "accept"): Promise<Banner> => {
    if (open?.kind !== kind || open.label === null) return null;
    const found = await control(open.label);
    const { setting, selector } = open.removal;
    const button = found && !found.inShadow ? found.selector : setting === "dismissSelectors" ? selector : null;
    return { button, kind, label: open.label, container: found?.container ?? open.part };
  };
  for (const kind of ["reject", "accept"] as const) {
    const banner = (await byWords(kind)) ?? (await byRule(kind));
    if (banner) return banner;
  }
  return open && { button: null, kind: "accept", label: "", container: open.part };
}

/** Runs in the page: returns the first visible one. */
function visibleOf(selectors: string[]): { selector: string; label: string } | null {
  for (const selector of selectors) {
    try {
      const element = document.querySelector<HTMLElement>(selector);
      if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      return { selector, label: (element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 60) };
    } catch {
      // Not a valid CSS selector.
    }
  }
  return null;
}
