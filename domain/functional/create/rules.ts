// Rules that make steps of one clause of a goal. Each answers why it found no step; null: it added some.

import { SAY } from "../library/sentences.ts";
import { asksForPassword } from "../secrets/passwordFields.ts";
import { bestOf, CLICKED, click, FIELDS, type ReadPage, type SeenControl, type State, when } from "./pages.ts";
import { searchFor, signIn } from "./visits.ts";

export type Rule = {
  fits: RegExp;
  steps(state: State, match: RegExpExecArray, readPage: ReadPage): Promise<string | null>;
};

/** Pages opened to find a product: more would keep the caller waiting. */
const MAX_PAGES = 5;
const TO_CART =
  /\badd\b.*\b(?:cart|basket|bag|trolley)\b|(?:\bin den |zum )(?:waren|einkaufs)?(?:korb|wagen)|\b(?:ajout\p{L}*|mettre) (?:au|dans le) panier|\b(?:añadir|agregar) (?:al|a la) (?:carrito|cesta)|\baggiungi al carrello|\b(?:in|aan) (?:de |het )?winkel(?:wagen|mand)|\badicionar ao carrinho|\bdo koszyka/iu;
const NOT_A_PRODUCT =
  /(?:^\/?$|cart|basket|checkout|login|sign|account|register|search|contact|privacy|imprint|terms|help|faq)/i;
const REFERENCE = /^\{(?:secret|env)\.[\w-]+\}$/;

/** The first that fits decides. */
export const RULES: readonly Rule[] = [
  { fits: /^(?:adds?|puts?)\b.*\b(?:cart|basket|bag|trolley)\b/i, steps: addToCart },
  {
    fits: /^(?:checks?|verif(?:y|ies)|makes? sure|ensures?|confirms?)\b.*"([^"]+)".*\b(?:shown|shows?|visible|appears?|displayed|there|seen|says?)\b|^(?:checks?|verif(?:y|ies)|makes? sure|ensures?|confirms?) (?:that )?.*\b(?:shows?|says?|displays?|contains?|sees?)\b.*"([^"]+)"/i,
    steps: async (state, match) =>
      done(state.steps.push({ keyword: "Then", text: SAY.see(match[1] ?? match[2] ?? "") })),
  },
  { fits: /^(?:signs?|logs?)[ -]?in(?:to)?\b(.*)$/i, steps: signIn },
  { fits: /^(?:searche?s?|looks?) (?:for|up)\s+(.+)$/i, steps: searchFor },
  {
    fits: /^(?:uploads?|attach(?:es)?)\b/i,
    steps: async () =>
      'A file is not chosen from a goal: add a step such as \'I upload the file "photo.png" to "Picture"\' with frt_add_step.',
  },
  { fits: /^(?:selects?|chooses?|picks?)\s+(.+?)\s+(?:from|in|as|for)\s+(?:the\s+)?(.+)$/i, steps: select },
  { fits: /^(?:un-?checks?|unticks?|deselects?)\s+(?:the\s+)?(.+)$/i, steps: tick("uncheck") },
  { fits: /^(?:checks?|ticks?|accepts?|agrees? to)\s+(?:the\s+)?(.+)$/i, steps: tick("check") },
  {
    fits: /^(?:chooses?|selects?|picks?)\s+(?:the\s+)?(.+)$/i,
    async steps(state, match, readPage) {
      const wanted = match[1] ?? "";
      const radio = bestOf(state.controls, wanted, ["radio"]);
      if (radio) return done(when(state, SAY.choose(radio.name)));
      return clickNamed(state, wanted, readPage);
    },
  },
  {
    fits: /^(?:clicks?|press(?:es)?|taps?|follows?|opens?|goes to|visits?)\s+(?:on\s+)?(?:the\s+)?(.+)$/i,
    steps: (state, match, readPage) => clickNamed(state, match[1] ?? "", readPage),
  },
  { fits: /^(?:fills? in|enters?|types?|writes?)\s+(.+)$/i, steps: fill },
  {
    fits: /^(?:sees?|expects?|is shown|(?:the )?page (?:shows?|contains?))\b.*"([^"]+)"/i,
    steps: async (state, match) => done(state.steps.push({ keyword: "Then", text: SAY.see(match[1] ?? "") })),
  },
];

const done = (_added: unknown): null => null;

async function clickNamed(state: State, wanted: string, readPage: ReadPage): Promise<string | null> {
  const control = bestOf(state.controls, wanted, CLICKED);
  if (!control) return `Nothing on ${state.path} that can be clicked is called that.`;
  await click(state, control, readPage);
  return null;
}

async function fill(state: State, match: RegExpExecArray): Promise<string | null> {
  const told = match[1] ?? "";
  const [value] = [...told.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "").slice(-1);
  if (value === undefined) return "It does not say in quotes what is filled in.";
  const wanted = told.replace(`"${value}"`, " ");
  if (asksForPassword(wanted) && !REFERENCE.test(value))
    return "A password is never written into a feature: keep it in the environment's access, and write {secret.password} in its place.";
  const field = bestOf(state.controls, wanted, FIELDS);
  if (!field) return `No field of ${state.path} is called that.`;
  return done(when(state, SAY.fill(field.name, value)));
}

async function select(state: State, match: RegExpExecArray): Promise<string | null> {
  const [, what = "", where = ""] = match;
  const list = bestOf(state.controls, where, ["combobox", "listbox"]);
  if (!list) return `No list of ${state.path} is called that.`;
  const wanted = /^"([^"]+)"$/.exec(what)?.[1] ?? what.replace(/^(?:the|an?)\s+/i, "");
  const { options } = list;
  if (options === undefined || options.length === 0)
    return /^"/.test(what)
      ? done(when(state, SAY.select(list.name, wanted)))
      : `The choices of "${list.name}" are not known: name one in quotes.`;
  const option = options.find((one) => one.toLowerCase() === wanted.toLowerCase());
  if (option === undefined)
    return `The list "${list.name}" has no such choice. It has: ${options.slice(0, 8).join(", ")}.`;
  return done(when(state, SAY.select(list.name, option)));
}

function tick(how: "check" | "uncheck"): Rule["steps"] {
  return async (state, match) => {
    const box = bestOf(state.controls, match[1] ?? "", ["checkbox", "switch"]);
    return box ? done(when(state, SAY[how](box.name))) : `No checkbox of ${state.path} is called that.`;
  };
}

/** The page's own button, or that of the first page behind a link that has one; then the product must be shown. */
async function addToCart(state: State, _match: RegExpExecArray, readPage: ReadPage): Promise<string | null> {
  const here = buttonToCart(state.controls);
  if (here) {
    when(state, SAY.click("button", here.name));
    const product = headingOf(state.controls, "");
    if (product === null)
      return 'What the cart must show then is not known: name the product in quotes, as in: sees "…".';
    state.steps.push({ keyword: "Then", text: SAY.see(product) });
    return null;
  }
  const links = state.controls.filter(
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
  for (const link of links.toSorted((a, b) => depth(b) - depth(a)).slice(0, MAX_PAGES)) {
    const there = await readPage(link.href ?? "");
    const button = there && buttonToCart(there);
    if (!there || !button) continue;
    state.steps.push(
      { keyword: "When", text: SAY.click("link", link.name) },
      { keyword: "When", text: SAY.click("button", button.name) },
      { keyword: "Then", text: SAY.see(headingOf(there, link.name) ?? link.name) },
    );
    Object.assign(state, { path: link.href, controls: there });
    return null;
  }
  return `No link of ${state.path} leads to a page with a button that adds to the cart.`;
}

/** What a product is called: its page's heading that its link says too, else the first. A link may say price and more. */
function headingOf(controls: readonly SeenControl[], link: string): string | null {
  const headings = controls.filter(({ role, name }) => role === "heading" && name !== "" && !name.endsWith("…"));
  const said = headings.find(({ name }) => link.toLowerCase().includes(name.toLowerCase()));
  return (said ?? headings[0])?.name ?? null;
}

const buttonToCart = (controls: readonly SeenControl[]): SeenControl | undefined =>
  controls.find(({ role, name, count, visible }) => role === "button" && count === 1 && visible && TO_CART.test(name));
