// A consent banner or a dialogue that lies over the page now and did not before.
import type { Region } from "../outcome.ts";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";

/** Words of consent banners in the languages of most sites, and names of the usual banner scripts. */
const CONSENT =
  /cookie|consent|gdpr|onetrust|cookiebot|usercentrics|didomi|trustarc|quantcast|einwilligung|datenschutz|rgpd|zustimm|accept(?:er|eer)? (?:all|tout|alle)|alle akzeptieren/i;
const DIALOGUE = /dialog|modal|popup|pop-up|overlay|newsletter/i;

/** A region accounts for an overlay only when it is worth a picture's attention. */
const MIN_SHARE = 0.05;

const ADVICE = "Let the scenario close it (dismissSelectors) or remove it (removeSelectors) before the shot.";

const wordsOf = (element: Pick<MapElement, "selector" | "text" | "id" | "classes" | "role">): string =>
  [element.selector, element.text, element.id, element.role, ...element.classes].join(" ");

/** The overlay that came (or went) since the baseline; null where none did. */
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
    // Words that were there before are a text about cookies, not a banner.
    if (consent && region.kind !== "added" && region.kind !== "removed" && fresh.length === 0) continue;
    const what = consent ? "A consent banner" : "A dialogue";
    const where = region.selector ? ` ("${region.selector}")` : "";
    return {
      kind: "overlay",
      selector: region.selector,
      confidence: consent ? 0.85 : 0.6,
      evidence: `${what}${where} ${region.kind === "removed" ? "lay over the baseline and is gone" : "lies over the page and was not in the baseline"}.`,
      action: "fix",
      advice: (consent ? settingFor(reasons) : null) ?? ADVICE,
      share: region.share,
    };
  }
  return null;
}

/** The capture knows which setting takes the banner off; null: the banner is not in the new picture, or of an earlier version. */
function settingFor(reasons: ShotFacts["reasons"]): string | null {
  const { setting, value } = reasons.find(({ code }) => code === "consent_banner")?.data ?? {};
  return setting && value ? `Take it off before the shot: set the scenario's ${setting} to ["${value}"].` : null;
}

function insideOf(map: PageMap | null, { box }: Region): MapElement[] {
  return (map?.elements ?? []).filter((element) => overlaps(element.box, box));
}

/** More than half of the element lies in the region. */
function overlaps(element: Box, region: Box): boolean {
  const width = Math.min(element.x + element.width, region.x + region.width) - Math.max(element.x, region.x);
  const height = Math.min(element.y + element.height, region.y + region.height) - Math.max(element.y, region.y);
  return width > 0 && height > 0 && width * height > (element.width * element.height) / 2;
}
