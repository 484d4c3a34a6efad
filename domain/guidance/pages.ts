// How much a page of a site matters, by its address alone: a table of words and the depth of the path.
import { capital } from "../text.ts";
import { nameOfPage } from "../untrusted/quote.ts";

/** Paths by what visitors do there; the first that fits counts. */
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

/** `importance` 0.8 to 1.5. A page that no word tells anything about counts 1.1 at the first level and 1 below. */
export function pageOf(key: string): { kind: PageKind; importance: number } {
  const path = pathOf(key);
  const known = KINDS.find(({ is }) => is(path));
  if (known) return { kind: known.kind, importance: known.importance };
  return { kind: "page", importance: depthOf(key) <= 1 ? 1.1 : 1 };
}

/** Steps of the path: "/" 0, "/a/" 1, "/a/b" 2. */
export const depthOf = (key: string): number => pathOf(key).split("/").filter(Boolean).length;

/** Without query, fragment and a slash at the end: two scenarios of one page meet. "/" stays. */
export function samePage(key: string): string {
  const path = pathOf(key);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path || "/";
}

/** Keys of other sites begin with their origin. */
function pathOf(key: string): string {
  const bare = key.split(/[?#]/)[0] ?? "";
  return /^[a-z]+:\/\//i.test(bare) ? (URL.parse(bare)?.pathname ?? bare) : bare;
}

/** What a person may call the page: its title's first part, else the last step of its path in words. */
export function labelOf(key: string, title: string): string {
  const named = nameOfPage(title.split(/\s[|–—·-]\s/)[0] ?? "", 61);
  if (named.length > 1 && named.length <= 60) return named;
  const path = samePage(key);
  if (path === "/") return "Home";
  const step = path.split("/").filter(Boolean).at(-1) ?? "";
  const text = decoded(step)
    .replace(/\.[a-z]{2,5}$/i, "")
    .replace(/[-_+.]+/g, " ")
    .trim();
  return nameOfPage(text === "" ? path : capital(text), 60) || "Page";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
