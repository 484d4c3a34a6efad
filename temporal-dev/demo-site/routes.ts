/** Maps addresses to pages. */
import { posts, products } from "./catalogue.ts";
import type { Page, PageContext } from "./core.ts";
import { accountPage, registerPage, signInPage } from "./pages/account.ts";
import { cartPage, checkoutPage, confirmedPage } from "./pages/basket-pages.ts";
import { homePage } from "./pages/home.ts";
import { aboutPage, contactPage } from "./pages/house.ts";
import { journalPage, postPage } from "./pages/journal.ts";
import { privacyPage, termsPage } from "./pages/legal.ts";
import { addressPage, deliveryPage, reviewPage } from "./pages/order.ts";
import { productPage } from "./pages/product.ts";
import { repairsPage, storesPage, visitPage, waitPage } from "./pages/repairs.ts";
import { searchPage } from "./pages/search.ts";
import { shopPage } from "./pages/shop.ts";

type Maker = (context: PageContext) => Page;

/** Pages listed in the sitemap. */
export const listedPages: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["/", homePage],
  ["/shop", shopPage],
  ...products.map((product): [string, Maker] => [
    `/products/${product.slug}`,
    (context) => productPage(product, context),
  ]),
  ["/cart", cartPage],
  ["/checkout", checkoutPage],
  ["/journal", journalPage],
  ...posts.map((post): [string, Maker] => [`/journal/${post.slug}`, (context) => postPage(post, context)]),
  ["/about", aboutPage],
  ["/contact", contactPage],
  ["/sign-in", signInPage],
  ["/register", registerPage],
  ["/search", searchPage],
  ["/legal/privacy", privacyPage],
  ["/legal/terms", termsPage],
]);

export const otherPages: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["/order/confirmed", confirmedPage],
  ["/account", accountPage],
  ["/order/address", addressPage],
  ["/order/delivery", deliveryPage],
  ["/order/review", reviewPage],
  ["/repairs", repairsPage],
  ["/repairs/visit", visitPage],
  ["/repairs/wait", waitPage],
  ["/stores", storesPage],
]);

export function sitemap(context: PageContext): string {
  const paths = [...listedPages.keys()];
  if (context.flaw("seo-sitemap-dead-entry")) paths.push("/products/rattan-basket");
  // The only hreflang entry; the British shop is the same page.
  const lang = context.flaw("seo-sitemap-hreflang") ? "en-UK" : "en-GB";
  const versions = `<xhtml:link rel="alternate" hreflang="${lang}" href="${context.origin}/"/>`;
  const entries = paths.map(
    (path) => `  <url><loc>${context.origin}${path}</loc>${path === "/" ? versions : ""}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
}

export function robots(context: PageContext): string {
  const typo = context.flaw("seo-robots-typo") ? "Dissallow: /repairs/drafts\n" : "";
  return `User-agent: *\nDisallow: /account\nDisallow: /order/\n${typo}\nSitemap: ${context.origin}/sitemap.xml\n`;
}

/** Files that no server should expose. */
export function exposedFile(context: PageContext): string | undefined {
  if (context.path === "/.env" && context.flaw("security-exposed-env")) {
    return "APP_ENV=production\nDB_HOST=db.internal\nDB_USER=shop\nDB_PASSWORD=example-only-not-a-secret\nMAIL_KEY=example-only-not-a-key\n";
  }
  if (context.path === "/.git/HEAD" && context.flaw("security-exposed-git")) return "ref: refs/heads/main\n";
  return undefined;
}
