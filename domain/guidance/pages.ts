// Estimates the importance of a page from its address alone, by a table of words and the depth of the path.
import { capital, percentDecoded } from "../text.ts";
import { nameOfPage } from "../untrusted/quote.ts";

/** Paths by what visitors do there; the first match counts. */
const KINDS = [
  { kind: "home", importance: 1.5, is: (path: string) => path === "/" || path === "" },
  { kind: "checkout", importance: 1.5, is: words("checkout", "cart", "basket", "order", "payment", "pay", "bag") },
  { kind: "account", importance: 1.4, is: words("login", "signin", "signup", "register", "account", "join") },
  {
    kind: "offer",
    importance: 1.3,
    is: words("product", "products", "shop", "item", "pricing", "plans", "price", "offer"),
  },
  {
    kind: "search",
    importance: 1.2,
    is: words("search", "category", "categories", "catalog", "catalogue", "collection", "collections"),
  },
  { kind: "contact", importance: 1.2, is: words("contact", "support", "help", "book", "booking", "quote") },
  {
    kind: "legal",
    importance: 0.8,
    is: words("privacy", "terms", "legal", "imprint", "cookies", "licence", "license"),
  },
] as const;

export type PageKind = (typeof KINDS)[number]["kind"] | "page";

function words(...wanted: string[]): (path: string) => boolean {
  return (path) =>
    path
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => wanted.includes(word));
}

/** `importance`: 0.8 to 1.5. A page that matches no word counts 1.1 at the first level and 1 below it. */
export function pageOf(key: string): { kind: PageKind; importance: number } {
  const path = pathOf(key);
  const known = KINDS.find(({ is }) => is(path));
  if (known) return { kind: known.kind, importance: known.importance };
  return { kind: "page", importance: depthOf(key) <= 1 ? 1.1 : 1 };
}

/** Returns the number of path segments: "/" 0, "/a/" 1, "/a/b" 2. */
export const depthOf = (key: string): number => pathOf(key).split("/").filter(Boolean).length;

/** Returns the key without query, fragment and trailing slash, so that two scenarios of one page match. "/" is kept. */
export function samePage(key: string): string {
  const path = pathOf(key);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path || "/";
}

/** Keys of other sites begin with their origin. */
function pathOf(key: string): string {
  const bare = key.split(/[?#]/)[0] ?? "";
  return /^[a-z]+:\/\//i.test(bare) ? (URL.parse(bare)?.pathname ?? bare) : bare;
}

/** Returns a display name for the page: the first part of its title, otherwise the last segment of its path in words. */
export function labelOf(key: string, title: string): string {
  const named = nameOfPage(title.split(/\s[|–—·-]\s/)[0] ?? "", 61);
  if (named.length > 1 && named.length <= 60) return named;
  const path = samePage(key);
  if (path === "/") return "Home";
  const step = path.split("/").filter(Boolean).at(-1) ?? "";
  const text = percentDecoded(step)
    .replace(/\.[a-z]{2,5}$/i, "")
    .replace(/[-_+.]+/g, " ")
    .trim();
  return nameOfPage(text === "" ? path : capital(text), 60) || "Page";
}
