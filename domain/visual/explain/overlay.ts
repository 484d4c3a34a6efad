// Detects a consent banner or dialog that covers the page now and did not before.
import type { Region } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";

/** Words of consent banners in the languages of most sites, and names of common banner scripts. */
const CONSENT =
  /cookie|consent|gdpr|onetrust|cookiebot|usercentrics|didomi|trustarc|quantcast|einwilligung|datenschutz|rgpd|zustimm|accept(?:er|eer)? (?:all|tout|alle)|alle akzeptieren/i;
const DIALOGUE = /dialog|modal|popup|pop-up|overlay|newsletter/i;

/** Minimum share of a region to be taken for an overlay. */
const MIN_SHARE = 0.05;

const ADVICE = "Let the scenario close it (dismissSelectors) or remove it (removeSelectors) before the screenshot.";

const wordsOf = (element: Pick<MapElement, "selector" | "text" | "id" | "classes" | "role">): string =>
  [element.selector, element.text, element.id, element.role, ...element.classes].join(" ");

/** Returns the overlay that appeared (or disappeared) since the baseline, or null if there is none. */
export function overlayCause({ regions, baselineMap, testMap, reasons }: ShotFacts): ShotCause | null {
  for (const region of regions) {
    if (region.share < MIN_SHARE) continue;
    const own = `${region.selector} ${region.text}`;
    const inside = region.kind === "removed" ? insideOf(baselineMap, region) : insideOf(testMap, region);
    const other = region.kind === "removed" ? testMap : baselineMap;
    const fresh = inside.filter(({ selector }) => !other?.elements.some((element) => element.selector === selector));
    const words = [own, ...fresh.map(wordsOf)].join(" ");
    const consent = CONSENT.test(words);
    if (!consent && !(DIALOGUE.test(words) && (region.kind === "added" || fresh.length > 0))) continue;
    // If the words were already there, this is text about cookies, not a banner.
    if (consent && region.kind !== "added" && region.kind !== "removed" && fresh.length === 0) continue;
    const what = consent ? "A consent banner" : "A dialogue";
    const where = region.selector ? ` ("${region.selector}")` : "";
    return {
      kind: "overlay",
      selector: region.selector,
      confidence: consent ? 0.85 : 0.6,
      evidence: `${what}${where} ${region.kind === "removed" ? "covered the baseline and is gone" : "covers the page and was not in the baseline"}.`,
      action: "fix",
      advice: (consent ? settingFor(reasons) : null) ?? ADVICE,
      share: region.share,
    };
  }
  return null;
}

/**
 * Returns the setting that removes the banner, as determined by the capture; null if the banner is not in the new screenshot or the result
 * is of an earlier version.
 */
function settingFor(reasons: ShotFacts["reasons"]): string | null {
  const { setting, value } = reasons.find(({ code }) => code === "consent_banner")?.data ?? {};
  return setting && value ? `Remove it before the screenshot: set the scenario's ${setting} to ["${value}"].` : null;
}

function insideOf(map: PageMap | null, { box }: Region): MapElement[] {
  return (map?.elements ?? []).filter((element) => overlaps(element.box, box));
}

/** Whether more than half of the element lies in the region. */
function overlaps(element: Box, region: Box): boolean {
  const width = Math.min(element.x + element.width, region.x + region.width) - Math.max(element.x, region.x);
  const height = Math.min(element.y + element.height, region.y + region.height) - Math.max(element.y, region.y);
  return width > 0 && height > 0 && width * height > (element.width * element.height) / 2;
}
