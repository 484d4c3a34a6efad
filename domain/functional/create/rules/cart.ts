// Adding to the cart: on the product's page, from its card in a list, or behind its link.
import { SAY } from "../../library/sentences.ts";
import { bestOf, isInRow, type SeenControl } from "../pages.ts";
import { click, look, mustHold, nothing, type State } from "../state.ts";
import { isAny, isPronoun, NUMBER, numberOf, quotedIn } from "../words.ts";
import type { Rule } from "./rule.ts";

/** Maximum number of pages opened to find a product, because the caller waits. */
const MAX_PAGES = 5;
const TO_CART =
  /\b(?:add|put)\b.*\b(?:cart|basket|bag|trolley)\b|^add$|(?:\bin den |zum )(?:waren|einkaufs)?(?:korb|wagen)|\b(?:ajout\p{L}*|mettre) (?:au|dans le) panier|\b(?:añadir|agregar) (?:al|a la) (?:carrito|cesta)|\baggiungi al carrello|\b(?:in|aan) (?:de |het )?winkel(?:wagen|mand)|\badicionar ao carrinho|\bdo koszyka/iu;
const NOT_A_PRODUCT =
  /(?:^\/?$|cart|basket|checkout|login|sign|account|register|search|contact|privacy|imprint|terms|help|faq)/i;

export const CART_RULES: readonly Rule[] = [
  {
    id: "adds to the cart",
    fits: [
      /^(?:adds?|puts?|places?|drops?)\s*(.*?)\s*(?:in|to|into|in to)\s+(?:the |their |his |her |my |a )?(?:shopping )?(?:cart|basket|bag|trolley)$/i,
      /^(?:buys?|orders)\s+(an?\s+(?:product|item|article))$/i,
    ],
    steps: (state, match) => addToCart(state, match[1] ?? ""),
  },
];

const QUANTITY = new RegExp(`^(?:the\\s+)?(${NUMBER})\\s+\\S`, "i");

async function addToCart(state: State, told: string): Promise<string | null> {
  const [, quantity = "1"] = QUANTITY.exec(told) ?? [];
  if (numberOf(quantity) !== 1)
    return "How many is a step of its own: add a clause such as 'sets the quantity to 3' or \"twice\". If the number belongs to the name, put the name in quotes.";
  await look(state);
  if (isPronoun(told) && state.named === null && /^(?:it|this|that|them)\b/i.test(told.trim()))
    return nothing(state, "The clause before did not find the product to add.");
  const wanted = told === "" || isAny(told) || (isPronoun(told) && state.named === null) ? null : told;
  const product = wanted !== null && isPronoun(wanted) ? `"${state.named}"` : wanted;
  // Each way returns undefined if it is not possible, and null if it is done.
  for (const way of [onThisPage, fromItsCard]) if ((await way(state, product)) === null) return null;
  return behindALink(state, product);
}

/** Uses the button on the product's own page. */
async function onThisPage(state: State, product: string | null): Promise<null | undefined> {
  const button = state.controls.find(
    ({ role, name, count, visible }) => role === "button" && count === 1 && visible && TO_CART.test(name),
  );
  if (!button) return undefined;
  const heading = headingOf(state.controls, product ?? "");
  const others = state.controls.some(
    (one) => one.role === "link" && product !== null && bestOf([one], product, ["link"]),
  );
  // This is the page of another product; the intended one is behind a link.
  if (product !== null && heading !== null && others && !means(heading, product)) return undefined;
  const shown = heading ?? quotedIn(product ?? "")[0] ?? state.named;
  if (shown === null) return undefined;
  await click(state, button);
  return expected(state, shown);
}

/** Uses a list whose cards have a button each. */
async function fromItsCard(state: State, product: string | null): Promise<null | undefined> {
  const buttons = state.controls.filter((one) => one.role === "button" && isInRow(one) && TO_CART.test(one.name));
  const found =
    product === null
      ? buttons[0]
      : theOne(
          buttons.filter(
            ({ row = "" }) =>
              means(row, product) || row.toLowerCase().includes((quotedIn(product)[0] ?? product).toLowerCase()),
          ),
        );
  if (!found?.row) return undefined;
  await click(state, found);
  return expected(state, found.row);
}

const theOne = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);
const means = (name: string, product: string): boolean =>
  bestOf([{ role: "link", name, count: 1, visible: true }], product, ["link"]) !== undefined;

/** Uses the first page behind a link that has the button. If a product is named, only its link is followed. */
async function behindALink(state: State, product: string | null): Promise<string | null> {
  const links = linksOf(state, product);
  for (const link of links.slice(0, MAX_PAGES)) {
    const there = await state.readPage(link.href ?? "");
    const button = there?.find(
      ({ role, name, count, visible }) => role === "button" && count === 1 && visible && TO_CART.test(name),
    );
    if (!there || !button) continue;
    const heading = headingOf(there, link.name) ?? link.name;
    await click(state, link);
    Object.assign(state, { path: link.href, controls: there, stale: false });
    await click(state, button);
    return expected(state, heading);
  }
  const what = product === null ? "" : ` of ${product}`;
  return nothing(state, `No link${what} of ${state.path} leads to a page with a button that adds to the cart.`);
}

function linksOf({ controls }: State, product: string | null): SeenControl[] {
  if (product !== null) {
    const named = bestOf(controls, product, ["link"]);
    return named?.href?.startsWith("/") ? [named] : [];
  }
  const links = controls.filter(
    ({ role, name, count, visible, href = "" }) =>
      role === "link" &&
      count === 1 &&
      visible &&
      name !== "" &&
      !name.endsWith("…") &&
      href.startsWith("/") &&
      !NOT_A_PRODUCT.test(href),
  );
  // URLs with more path segments are more likely single products.
  const depth = ({ href = "" }: SeenControl): number => href.split("/").filter(Boolean).length;
  return links.toSorted((a, b) => depth(b) - depth(a));
}

/** Expects the product in the cart, unless the goal continues with an expectation. */
function expected(state: State, product: string): null {
  state.named = product;
  state.own.push(product.toLowerCase());
  return mustHold(state, SAY.see(product));
}

/**
 * Returns the name of a product: the heading of its page that the link also contains, otherwise the first heading. A link may also contain
 * the
 * price and more.
 */
function headingOf(controls: readonly SeenControl[], link: string): string | null {
  const headings = controls.filter(({ role, name }) => role === "heading" && name !== "" && !name.endsWith("…"));
  const said = headings.find(({ name }) => link.toLowerCase().includes(name.toLowerCase()));
  return (said ?? headings[0])?.name ?? null;
}
