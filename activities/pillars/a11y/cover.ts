// Hides the consent banner over a page while elements behind it are captured. A failure here never fails an audit.

import type { World } from "../../../browsers/page/frameWorlds.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import type { OpenBanner } from "../../../domain/consent/openBanner.ts";
import { bannerOnPage } from "../../consent/bannerOnPage.ts";

export type Cover = {
  banner: OpenBanner;
  /** Returns which of axe's targets are in the banner itself. */
  holds(targets: readonly string[]): Promise<boolean[]>;
  /** Makes it invisible in its place, or visible again. */
  hide(hidden: boolean): Promise<void>;
};

const ANSWER_MS = 5_000;

/** Undefined: no banner is open. Rejects like `World.evaluate`. */
export async function coverOf({ page }: Visit, world: World): Promise<Cover | undefined> {
  const banner = await bannerOnPage(page, (expression) => world.evaluate(expression, ANSWER_MS));
  if (!banner || banner.part === "") return undefined;
  const part = JSON.stringify(banner.part);
  return {
    banner,
    holds: (targets) => world.evaluate<boolean[]>(`(${heldBy})(${part}, ${JSON.stringify(targets)})`, ANSWER_MS),
    async hide(hidden) {
      await world.evaluate(`(${conceal})(${part}, ${hidden})`, ANSWER_MS);
    },
  };
}

/** Runs in the page. For a target within a frame or shadow tree, its outermost host decides. */
function heldBy(part: string, targets: string[]): boolean[] {
  const banner = document.querySelector(part);
  return targets.map((target) => {
    try {
      const element = document.querySelector(target.split(/ \|> | >>> /)[0] ?? "");
      return element !== null && banner?.contains(element) === true;
    } catch {
      return false;
    }
  });
}

/** Runs in the page. Uses opacity, because elements with their own visible style would override `visibility`. */
function conceal(part: string, hidden: boolean): void {
  const own = globalThis as typeof globalThis & { plumblineCovered?: string | null };
  const banner = document.querySelector<HTMLElement>(part);
  if (!banner) return;
  if (hidden) {
    own.plumblineCovered = banner.getAttribute("style");
    banner.style.setProperty("transition", "none", "important");
    banner.style.setProperty("opacity", "0", "important");
  } else if (own.plumblineCovered == null) banner.removeAttribute("style");
  else banner.setAttribute("style", own.plumblineCovered);
}
