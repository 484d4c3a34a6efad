// Clauses as steps of the library, with the names of what is on the pages. A name that no page shows is never written.
import { unify } from "../find/synonyms.ts";
import { stem, wordsOf } from "../find/words.ts";
import { quote } from "../library/sentences.ts";

/** A control of an inspected page. `count`: elements of its role and name. */
export type SeenControl = { role: string; name: string; count: number; visible: boolean; href?: string };

/** null: the page cannot be opened. */
export type ReadPage = (path: string) => Promise<readonly SeenControl[] | null>;

export type Composed = {
  steps: { keyword: "Given" | "When" | "Then"; text: string }[];
  /** Clauses for which no step was found, each with the reason. */
  unresolved: { clause: string; reason: string }[];
  /** The page that the steps end on, as far as that is known. */
  path: string;
};

/** Pages opened to find a product: more would keep the caller waiting. */
const MOST_PAGES = 5;
const REJECT = /^(?:reject|decline|refuse|deny)(?: all)?(?: cookies)?$/i;
const TO_CART = /\badd\b.*\b(?:cart|basket|bag|trolley)\b/i;
const NOT_A_PRODUCT =
  /(?:^\/?$|cart|basket|checkout|login|sign|account|register|search|contact|privacy|imprint|terms|help|faq)/i;

type State = { path: string; controls: readonly SeenControl[]; steps: Composed["steps"] };
type Rule = { fits: RegExp; steps(state: State, match: RegExpExecArray, readPage: ReadPage): Promise<string | null> };

/** Each answers why it found no step; null: it added some. The first that fits decides. */
const RULES: readonly Rule[] = [
  { fits: /^(?:adds?|puts?)\b.*\b(?:cart|basket|bag|trolley)\b/i, steps: addToCart },
  {
    fits: /^(?:clicks?|press(?:es)?|taps?|follows?|opens?|goes to|visits?|chooses?)\s+(?:on\s+)?(?:the\s+)?(.+)$/i,
    async steps(state, match, readPage) {
      const wanted = match[1] ?? "";
      const control = bestOf(state.controls, wanted, ["button", "link", "tab", "menuitem"]);
      if (!control) return `Nothing on ${state.path} that can be clicked is called that.`;
      await click(state, control, readPage);
      return null;
    },
  },
  {
    fits: /^(?:fills? in|enters?|types?|writes?)\s+(.+)$/i,
    async steps(state, match) {
      const told = match[1] ?? "";
      const [value] = [...told.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "").slice(-1);
      if (value === undefined) return "It does not say in quotes what is filled in.";
      const field = bestOf(state.controls, told.replace(`"${value}"`, " "), [
        "textbox",
        "searchbox",
        "combobox",
        "spinbutton",
      ]);
      if (!field) return `No field of ${state.path} is called that.`;
      state.steps.push({ keyword: "When", text: `I fill in ${quote(field.name)} with ${quote(value)}` });
      return null;
    },
  },
  {
    fits: /^(?:sees?|expects?|is shown|(?:the )?page (?:shows?|contains?))\b.*"([^"]+)"/i,
    async steps(state, match) {
      state.steps.push({ keyword: "Then", text: `I should see ${quote(match[1] ?? "")}` });
      return null;
    },
  },
];

/** The steps of a goal's clauses from a start path on. */
export async function compose(startPath: string, clauses: readonly string[], readPage: ReadPage): Promise<Composed> {
  const state: State = {
    path: startPath,
    controls: (await readPage(startPath)) ?? [],
    steps: [{ keyword: "Given", text: `I am on ${quote(startPath)}` }],
  };
  const banner = state.controls.find(({ role, name, count }) => role === "button" && count === 1 && REJECT.test(name));
  if (banner) state.steps.push({ keyword: "Given", text: `I click the ${quote(banner.name)} button` });
  const unresolved: Composed["unresolved"] = [];
  for (const clause of clauses) {
    const rule = RULES.find(({ fits }) => fits.test(clause));
    const match = rule?.fits.exec(clause);
    const reason =
      rule && match
        ? await rule.steps(state, match, readPage)
        : "No rule makes steps of it; write them with frt_suggest_steps.";
    if (reason !== null) unresolved.push({ clause, reason });
  }
  return { steps: state.steps, unresolved, path: state.path };
}

/** The page's own button, or that of the first page behind a link that has one; then the product must be shown. */
async function addToCart(state: State, _match: RegExpExecArray, readPage: ReadPage): Promise<string | null> {
  const here = buttonToCart(state.controls);
  if (here) {
    state.steps.push({ keyword: "When", text: `I click the ${quote(here.name)} button` });
    return 'What the cart must show then is not known: name the product in quotes, as in: sees "…".';
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
  for (const link of links.toSorted((a, b) => depth(b) - depth(a)).slice(0, MOST_PAGES)) {
    const there = await readPage(link.href ?? "");
    const button = there && buttonToCart(there);
    if (!there || !button) continue;
    state.steps.push(
      { keyword: "When", text: `I click the ${quote(link.name)} link` },
      { keyword: "When", text: `I click the ${quote(button.name)} button` },
      { keyword: "Then", text: `I should see ${quote(link.name)}` },
    );
    Object.assign(state, { path: link.href, controls: there });
    return null;
  }
  return `No link of ${state.path} leads to a page with a button that adds to the cart.`;
}

const buttonToCart = (controls: readonly SeenControl[]): SeenControl | undefined =>
  controls.find(({ role, name, count, visible }) => role === "button" && count === 1 && visible && TO_CART.test(name));

const CLICKS: Readonly<Record<string, string>> = { button: "button", link: "link", tab: "tab", menuitem: "menu item" };

async function click(state: State, control: SeenControl, readPage: ReadPage): Promise<void> {
  state.steps.push({ keyword: "When", text: `I click the ${quote(control.name)} ${CLICKS[control.role]}` });
  if (control.role !== "link" || !control.href?.startsWith("/")) return;
  const controls = await readPage(control.href);
  if (controls) Object.assign(state, { path: control.href, controls });
}

/** The one control whose name says most of what is wanted: all of its words, or a name in quotes exactly. */
function bestOf(controls: readonly SeenControl[], wanted: string, roles: readonly string[]): SeenControl | undefined {
  const usable = controls.filter(
    ({ role, name, count, visible }) => roles.includes(role) && name && count === 1 && visible,
  );
  const [, exact] = /"([^"]+)"/.exec(wanted) ?? [];
  if (exact !== undefined) return usable.find(({ name }) => name.toLowerCase() === exact.toLowerCase());
  const words = new Set(wordsOf(unify(wanted)).stems.filter((word) => !KINDS.has(word)));
  const scored = usable
    .map((control) => {
      const stems = wordsOf(unify(control.name)).stems;
      const hits = stems.filter((word) => words.has(word)).length;
      return { control, score: stems.length > 0 && hits > 0 ? hits / Math.max(stems.length, words.size) : 0 };
    })
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score);
  // Two that fit alike are a guess.
  return scored[0] && scored[0].score !== scored[1]?.score ? scored[0].control : undefined;
}

const KINDS = new Set(["button", "link", "field", "tab", "box", "menu"].map(stem));

/** The text of a feature with one scenario. */
export function gherkinOf(name: string, steps: Composed["steps"]): string {
  let before: string | null = null;
  const lines = steps.map(({ keyword, text }) => {
    const word = keyword === before ? "And" : keyword;
    before = keyword;
    return `    ${word} ${text}`;
  });
  return [`Feature: ${name}`, "", `  Scenario: ${name}`, ...lines, ""].join("\n");
}
