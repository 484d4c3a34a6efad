// Finds a link to the privacy notice, and fields that people fill in.

import type { Worlds } from "../../consent/worlds.ts";
import { bare } from "./requests.ts";

/** Parts of the notice's name in common languages, searched in the link's text and in its path. */
const NAMES =
  "privacy|data protection|data-protection|dataprotection|datenschutz|confidentialit|vie privée|vie-privee|données personnelles|donnees-personnelles|privacidad|privacidade|riservatezza|informativa|gegevensbescherming|prywatno|integritetspolicy|personuppgifter|privatliv|personvern|tietosuoja|ochrana osobn|ochrana-osobn|adatvédel|confidențialitate|конфиденциальност".split(
    "|",
  );

export async function readNotice(worlds: Worlds): Promise<{ privacyLink: string | null; fields: number }> {
  const main = worlds.frames().find((frame) => frame.main);
  const answer = main && (await worlds.evaluate(main, `(${inPage})(${JSON.stringify(NAMES)})`));
  if (!Array.isArray(answer)) return { privacyLink: null, fields: 0 };
  const [link, fields] = answer as unknown[];
  return { privacyLink: typeof link === "string" ? bare(link) : null, fields: typeof fields === "number" ? fields : 0 };
}

/** Runs in our isolated world of the main frame. */
function inPage(names: string[]): [string | null, number] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].slice(0, 5_000);
  const link = links.find((one) => {
    const text =
      `${(one.textContent ?? "").slice(0, 200)} ${one.getAttribute("aria-label") ?? ""} ${one.pathname}`.toLowerCase();
    return /^https?:$/.test(one.protocol) && names.some((name) => text.includes(name));
  });
  const fields = document.querySelectorAll(
    'input:not([type="hidden"], [type="submit"], [type="button"], [type="search"], [type="checkbox"], [type="radio"]), textarea',
  ).length;
  return [link?.href ?? null, fields];
}
