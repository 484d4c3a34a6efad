// Guesses the page type from the words of its path, as a starting point for a plan that people then correct.
import { percentDecoded } from "../../text.ts";

/** Single path words that identify the page type, the most specific first; English, German, French and others. */
const NAMED: readonly [pageType: string, words: RegExp][] = [
  [
    "confirmation",
    /^(thank-?you|thanks|danke|merci|confirmation|order-(complete|received|confirmed)|success|bestaetigung)$/,
  ],
  ["checkout", /^(checkout|kasse|payment|paiement|zahlung|commande)$/],
  ["cart", /^(cart|basket|bag|warenkorb|panier|carrito|carrello)$/],
  ["search", /^(search|suche|recherche|buscar|ricerca|find)$/],
  [
    "account",
    /^(account|login|log-in|signin|sign-in|signup|sign-up|register|konto|anmelden|registrieren|compte|my-.+|profile|wishlist|orders)$/,
  ],
  [
    "legal",
    /^(legal|privacy|privacy-.+|terms|terms-.+|imprint|impressum|datenschutz|agb|cookies|cookie-.+|gdpr|accessibility)$/,
  ],
  ["contact", /^(contact|contact-us|kontakt|contacto|contatti)$/],
  ["about", /^(about|about-us|ueber-uns|uber-uns|team|company|a-propos)$/],
  ["help", /^(help|faq|faqs|support|hilfe|aide|docs|documentation)$/],
  ["store", /^(stores|store-finder|store-locator|locations|filialen|magasins)$/],
];

/** Words for a list, with the types of the list and of its entries: /products is a listing, /products/lamp a product. */
const LISTS: readonly [words: RegExp, list: string, one: string][] = [
  [/^(products?|items?|p|dp|produkte?|produits?|articles?-produits?)$/, "listing", "product"],
  [
    /^(shop|store|catalog|catalogue|categor(y|ies)|collections?|kategorien?|departments?|sale|brands?)$/,
    "listing",
    "listing",
  ],
  [/^(blog|journal|magazine?|news|articles?|posts?|stories|aktuelles|actualites)$/, "journal", "article"],
  [/^(events?|veranstaltungen)$/, "listing", "event"],
  [/^(jobs?|careers?|karriere|stellen)$/, "listing", "job"],
];

const LANGUAGE = /^[a-z]{2}(-[a-z]{2})?$/;

/**
 * Returns `home`, `listing`, `product`, `cart`, `checkout` …; `content` if the path does not identify a type. A leading language and the
 * file extension are ignored.
 */
export function guessPageType(pathname: string): string {
  const words = wordsOf(pathname);
  if (words[0] !== undefined && LANGUAGE.test(words[0])) words.shift();
  if (words.length === 0 || (words.length === 1 && /^(index|home|start|default)$/.test(words[0] ?? ""))) return "home";
  // In the order of the table: /cart/checkout/thank-you is a confirmation.
  const named = NAMED.find(([, known]) => words.some((word) => known.test(word)));
  return named?.[0] ?? listed(words) ?? "content";
}

/** The innermost list decides: /shop/products/lamp is a product. A last word that is not a list is an entry: /blog/post is an article. */
function listed(words: readonly string[], within = false): string | null {
  const at = words.findIndex((word) => LISTS.some(([known]) => known.test(word)));
  const found = LISTS.find(([known]) => known.test(words[at] ?? ""));
  if (!found) return null;
  const [, list, one] = found;
  const rest = words.slice(at + 1);
  if (rest.length === 0) return within ? null : list;
  return listed(rest, true) ?? one;
}

/** Returns the words between the slashes in lower case, without accents. */
export function wordsOf(pathname: string): string[] {
  return pathname.split("/").flatMap((part) => {
    const word = plain(part);
    return word === "" ? [] : [word];
  });
}

function plain(part: string): string {
  return percentDecoded(part)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/\.(html?|php|aspx?|jsp)$/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
