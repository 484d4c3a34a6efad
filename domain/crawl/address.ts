// Normalises the addresses of a crawl, so that each page has one spelling, and determines which belong to the site.
import { isHidden, signsOut, storableUrl, wordsOf } from "../pillars/seo/address.ts";

/** Parameters that only tell where a visitor came from, never which page it is. */
const TRACKING =
  /^(utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|mc_[ce]id|_ga|_gl|_hs\w+|ref_src|igshid)$/i;
/**
 * Files that are not pages and are never requested. `.js`, `.css`, `.json` and `.map` are not included: links rarely point to such files,
 * and pages are named like them (/wiki/Vue.js), so the content type of the response decides. A name with a colon is a wiki's page about
 * the file (/wiki/File:Vase.jpg).
 */
const FILES =
  /\/[^/:]+\.(avif|bmp|csv|docx?|dmg|eot|epub|exe|gif|gz|ico|ics|jpe?g|md5|mov|mp[34]|mpe?g|msi|odt|og[agv]|otf|pdf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|woff2?|xlsx?|xml|zip)$/i;
/** Parameters, and values of `action`, that would change something on the server. */
const ACTS = /^(add[-_]to[-_]cart|remove_item)/i;
const ACTIONS = new Set(["add", "delete", "remove"]);
/** Deeper paths, and paths that repeat themselves, are considered endless. */
const MAX_SEGMENTS = 20;
const MAX_REPEATS = 2;

/** Why an address is not requested. `none`: it is not an http(s) address, or is absurdly long. */
export type Unfit = "none" | "file" | "secret" | "sign_out" | "action" | "endless";

/** `shown`: the address without anything that looks like a secret. */
export type SpelledAddress = { address: string } | { address: null; why: Unfit; shown: string };

/** Returns the normalised address as it is stored, or null if it is not the address of a page or must not be requested. */
export function crawlAddress(url: string, base?: string): string | null {
  return spellAddress(url, base).address;
}

/** Like `crawlAddress`, with the reason if there is no address. */
export function spellAddress(url: string, base?: string): SpelledAddress {
  const storable = storableUrl(url, base);
  const unfit = (why: Unfit) => ({ address: null, why, shown: storable ?? "" }) as const;
  if (storable === null) return unfit("none");
  if (isHidden(storable)) return unfit("secret");
  if (signsOut(storable)) return unfit("sign_out");
  const parsed = new URL(storable);
  const given = [...parsed.searchParams];
  const kept = given.filter(([name]) => !TRACKING.test(name));
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const changed = kept.length !== given.length || kept.some(([name], i) => given[i]?.[0] !== name);
  if (changed) parsed.search = new URLSearchParams(kept).toString();
  if (parsed.search === "?" || parsed.href.endsWith("?")) parsed.search = "";
  if (FILES.test(parsed.pathname)) return unfit("file");
  if (acts(parsed.searchParams)) return unfit("action");
  return isEndless(parsed.pathname) ? unfit("endless") : { address: parsed.href };
}

const acts = (parameters: URLSearchParams): boolean =>
  [...parameters].some(
    ([name, value]) => ACTS.test(name) || (name.toLowerCase() === "action" && ACTIONS.has(wordsOf(value)[0] ?? "")),
  );

/** Returns the host without `www.`, with its port: the same for all addresses of a site. */
export function siteOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "";
  const port = parsed.port === "" ? "" : `:${parsed.port}`;
  return parsed.hostname.replace(/^www\./, "") + port;
}

/** Lock key that allows one crawl of a site at a time per project, whoever started it. */
export const crawlLock = (projectId: string, url: string): string => `crawl_site:${projectId}:${siteOf(url)}`;

export const sameSite = (a: string, b: string): boolean => siteOf(a) !== "" && siteOf(a) === siteOf(b);

/** Returns the address without its origin, which is the same in every environment. */
export function keyOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : url;
}

/** Returns the path and the names of the parameters, which addresses share that differ only in values. "" without parameters. */
export function familyOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || parsed.search === "") return "";
  return `${parsed.pathname}?${[...new Set(parsed.searchParams.keys())].join("&")}`.slice(0, 500);
}

function isEndless(path: string): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.length > MAX_SEGMENTS) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MAX_REPEATS) return true;
    counts.set(segment, count);
  }
  return false;
}
