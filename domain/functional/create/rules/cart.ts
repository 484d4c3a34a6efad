// Adding to the cart: on the product's own page, from its card in a list, or behind its link.
import { SAY } from "../../library/sentences.ts";
import { bestOf, isInRow, type SeenControl } from "../pages.ts";
import { click, look, mustHold, nothing, type State } from "../state.ts";
import { isAny, isPronoun, quotedIn } from "../words.ts";
import type { Rule } from "./rule.ts";

/** Pages opened to find a product: more would keep the caller waiting. */
const MAX_PAGES = 5;
const TO_CART =
  /\b(?:add|put)\b.*\b(?:cart|basket|bag|trolley)\b|^add$|(?:\bin den |zum )(?:waren|einkaufs)?(?:korb|wagen)|\b(?:ajout\p{L}*|mettre) (?:au|dans le) panier|\b(?:añadir|agregar) (?:al|a la) (?:carrito|cesta)|\baggiungi al carrello|\b(?:in|aan) (?:de |het )?winkel(?:wagen|mand)|\badicionar ao carrinho|\bdo koszyka/iu;
const NOT_A_PRODUCT =
  /(?:^\/?$|cart|basket|checkout|login|sign|account|register|search|contact|privacy|imprint|terms|help|faq)/i;

export const CART_RULES: readonly Rule[] = [
  {
    id: "adds to the cart",
    fits: [
      /^(?:adds?|puts?|places?|drops?)\s*(.*?)\s*(?:in|to|into|in to)\s+(?:the |their |his |her |my |a )?(?:shopping )?(?:cart|basket|bag|trolley)(?:\s+(?<quantity>\d+) times)?$/i,
      /^(?:buys?|orders)\s+(an?\s+(?:product|item|article))$/i,
    ],
    steps: (state, match) => addToCart(state, match[1] ?? ""),
  },
];

async function addToCart(state: State, told: string): Promise<string | null> {
  await look(state);
  if (isPronoun(told) && state.named === null && /^(?:it|this|that|them)\b/i.test(told.trim()))
    return nothing(state, "What is added was not found by the clause before.");
  const wanted = told === "" || isAny(told) || (isPronoun(told) && state.named === null) ? null : told;
  const product = wanted !== null && isPronoun(wanted) ? `"${state.named}"` : wanted;
  // undefined: not there; null: done.
  for (const way of [onThisPage, fromItsCard]) if ((await way(state, product)) === null) return null;
  return behindALink(state, product);
}

/** The button of a product's own page. */
async function onThisPage(state: State, product: string | null): Promise<null | undefined> {
  const button = state.controls.find(
    ({ role, name, count, visible }) => role === "button" && count === 1 && visible && TO_CART.test(name),
  );
  if (!button) return undefined;
  const heading = headingOf(state.controls, product ?? "");
  const others = state.controls.some(
    (one) => one.role === "link" && product !== null && bestOf([one], product, ["link"]),
  );
  // Another product's page: the one that is meant is behind a link.
  if (product !== null && heading !== null && others && !means(heading, product)) return undefined;
  const shown = heading ?? quotedIn(product ?? "")[0] ?? state.named;
  if (shown === null) return undefined;
  await click(state, button);
  return expected(state, shown);
}

/** A list whose cards have a button each. */
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

/** The first page behind a link that has the button; the link of the product, where one is named. */
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
  // Addresses with more parts are those of single things.
  const depth = ({ href = "" }: SeenControl): number => href.split("/").filter(Boolean).length;
  return links.toSorted((a, b) => depth(b) - depth(a));
}

/** What the cart must show, unless the goal goes on with what is expected. */
function expected(state: State, product: string): null {
  state.named = product;
  state.own.push(product.toLowerCase());
  return mustHold(state, SAY.see(product));
}

/** What a product is called: its page's heading that its link says too, else the first. A link may say price and more. */
function headingOf(controls: readonly SeenControl[], link: string): string | null {
  const headings = controls.filter(({ role, name }) => role === "heading" && name !== "" && !name.endsWith("…"));
  const said = headings.find(({ name }) => link.toLowerCase().includes(name.toLowerCase()));
  return (said ?? headings[0])?.name ?? null;
}
