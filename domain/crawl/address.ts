// Addresses as a crawl keeps and compares them: one spelling for one page, and which of them belong to the site.
import { isHidden, signsOut, storableUrl } from "../audit/seo/address.ts";

/** Parameters that tell where a visitor came from and never which page it is. */
const TRACKING =
  /^(utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|mc_[ce]id|_ga|_gl|_hs\w+|ref_src|igshid)$/i;
/** Files that are no pages; the server is not asked for them. */
const FILES =
  /\.(avif|bmp|css|csv|docx?|dmg|eot|epub|exe|gif|gz|ico|ics|jpe?g|js|json|map|md5|mjs|mov|mp[34]|mpe?g|msi|odt|og[agv]|otf|pdf|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|woff2?|xlsx?|xml|zip)$/i;
/** A query that would change something at the server. */
const ACTS = /[?&](add-to-cart|add_to_cart|remove_item|action=(add|delete|remove|logout))/i;
/** Deeper paths, and paths that repeat themselves, are endless ones. */
const MOST_SEGMENTS = 20;
const MOST_REPEATS = 2;

/** The one spelling of an address, as it is stored; null for what is no address of a page or must not be asked for. */
export function crawlAddress(url: string, base?: string): string | null {
  const storable = storableUrl(url, base);
  if (storable === null || isHidden(storable) || signsOut(storable)) return null;
  const parsed = new URL(storable);
  const kept = [...parsed.searchParams].filter(([name]) => !TRACKING.test(name));
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const changed =
    kept.length !== parsed.searchParams.size || kept.some(([name], i) => [...parsed.searchParams.keys()][i] !== name);
  if (changed) parsed.search = new URLSearchParams(kept).toString();
  if (parsed.search === "?" || parsed.href.endsWith("?")) parsed.search = "";
  if (FILES.test(parsed.pathname) || ACTS.test(parsed.search)) return null;
  return isEndless(parsed.pathname) ? null : parsed.href;
}

/** The host without `www.`, with its port: what two addresses of one site share. */
export function siteOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return "";
  const port = parsed.port === "" ? "" : `:${parsed.port}`;
  return parsed.hostname.replace(/^www\./, "") + port;
}

export const sameSite = (a: string, b: string): boolean => siteOf(a) !== "" && siteOf(a) === siteOf(b);

/** The address without its origin: the same in every environment. */
export function keyOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : url;
}

/** Path and names of parameters: what addresses that differ in values alone share. "" without parameters. */
export function familyOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || parsed.search === "") return "";
  return `${parsed.pathname}?${[...new Set(parsed.searchParams.keys())].join("&")}`.slice(0, 500);
}

function isEndless(path: string): boolean {
  const segments = path.split("/").filter((segment) => segment !== "");
  if (segments.length > MOST_SEGMENTS) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > MOST_REPEATS) return true;
    counts.set(segment, count);
  }
  return false;
}
