// What the rules of a goal see of pages, and how they find the control that a clause means.
import type { PageTargets, SeenText } from "../../inspect/inspection.ts";
import { unify } from "../find/synonyms.ts";
import { stem, wordsOf } from "../find/words.ts";

/**
 * A control of an inspected page. `count`: elements of its role and name. `options`: texts of a list's choices, where they are known.
 * `row`: what the row or card that it is in begins with, where several controls have its name or it is the button of the only entry.
 */
export type SeenControl = {
  role: string;
  name: string;
  count: number;
  visible: boolean;
  href?: string;
  options?: readonly string[];
  row?: string;
};

/** null: the page cannot be opened. */
export type ReadPage = (path: string) => Promise<readonly SeenControl[] | null>;

/** A page as it is after steps. */
export type SeenAfter = { path: string; controls: readonly SeenControl[]; texts: readonly SeenText[] };
/** Does the sentences on the site, in a fresh browser, and reads the page then. null: one of them could not be done. */
export type ReadAfter = (sentences: readonly string[]) => Promise<SeenAfter | null>;

export const FIELDS = ["textbox", "searchbox", "combobox", "spinbutton"];
export const LISTS = ["combobox", "listbox"];
export const CLICKED = ["button", "link", "tab", "menuitem"];
export const BOXES = ["checkbox", "switch"];

/** Steps name a control only where it is the one of its role and name. */
export const isOnly = ({ name, count, visible }: SeenControl): boolean => name !== "" && count === 1 && visible;

/** One of several of its name, in a row that tells it from the others. */
export const isInRow = ({ name, visible, row }: SeenControl): boolean => name !== "" && visible && Boolean(row);

/** Controls with the choices of lists, which stand with their forms; and headings, which say what a page is about. */
export function controlsOf({ elements, forms, headings }: PageTargets): SeenControl[] {
  const options = new Map(forms.flatMap(({ fields }) => fields.map((field) => [field.selector, field.options])));
  // A name that was cut is found by its beginning.
  const whole = (name: string): string => name.replace(/\s*\S*…$/, "");
  const named = headings.map(({ text }) => ({ role: "heading", name: text, count: 1, visible: true }));
  const controls = elements.map(({ role, name, count, visible, href, selector, row, options: own }) => {
    const choices = own ?? options.get(selector);
    return {
      role,
      name: whole(name),
      count,
      visible,
      ...(href !== undefined && { href }),
      ...(choices && { options: choices }),
      ...(row !== undefined && { row }),
    };
  });
  return [...controls, ...named];
}

const KINDS = new Set(
  "button link field tab box menu list option checkbox item entry input dropdown selection page".split(" ").map(stem),
);
/** Words of a text that a name may have, with its numbers. */
export function meantWords(text: string): string[] {
  const numbers = (text.replace(/"[^"]*"/g, " ").match(/\d+(?:[.,]\d+)*/g) ?? []).map((one) => one.replace(",", "."));
  const words = wordsOf(unify(text)).stems.filter((word) => !KINDS.has(word) && !/^\d+$/.test(word));
  return [...new Set([...words, ...numbers])];
}

/** How much of what is wanted a name says, and of the name what is wanted: 0 to 1. */
export function likeness(name: string, words: readonly string[]): number {
  const stems = meantWords(name);
  if (stems.length === 0 || words.length === 0) return 0;
  const hits = stems.filter((word) => words.includes(word)).length;
  if (hits === 0) return 0;
  const whole = hits / Math.max(stems.length, words.length);
  // The name of a card goes on with its price and more: it begins with what is wanted.
  const begins = words.every((word) => stems.slice(0, words.length + 1).includes(word));
  if (begins) return Math.max(whole, 0.55);
  return words.length > 1 && words.every((word) => stems.includes(word)) ? Math.max(whole, 0.5) : whole;
}

/** The one control whose name says most of what is wanted: all of its words, or a name in quotes exactly. */
export function bestOf(
  controls: readonly SeenControl[],
  wanted: string,
  roles: readonly string[],
  least = 0.5,
): SeenControl | undefined {
  const usable = withoutTwins(controls.filter((control) => roles.includes(control.role) && isUsable(control)));
  const [, exact] = /"([^"]+)"/.exec(wanted) ?? [];
  if (exact !== undefined) {
    const folded = exact.trim().toLowerCase();
    const same = usable.filter(({ name }) => name.toLowerCase() === folded);
    if (same.length > 0) return theOne(same);
    const partly = usable.filter(({ name }) => name.toLowerCase().startsWith(`${folded} `));
    return theOne(partly);
  }
  const words = meantWords(wanted);
  // "The shop" may be the name of a link, although the word says little elsewhere.
  const plain = wanted
    .trim()
    .toLowerCase()
    .replace(/^(?:the|our|their|an?)\s+/, "");
  const scored = usable
    .map((control) => ({ control, score: control.name.toLowerCase() === plain ? 1 : likeness(control.name, words) }))
    .filter(({ score }) => score >= least)
    // Little words count where the whole name is said: "sign me up" is not "Sign in".
    .map(({ control, score }) => ({ control, score: score + (saysName(wanted, control.name) ? 0.2 : 0) }))
    .sort((a, b) => b.score - a.score);
  // Two that fit alike are a guess, unless both lead to the same page.
  const [best] = scored;
  const alike = scored.filter(({ score }) => score === best?.score).map(({ control }) => control);
  const isOne = alike.length === 1 || alike.every(({ href }) => href !== undefined && href === alike[0]?.href);
  return isOne ? best?.control : undefined;
}

const saysName = (told: string, name: string): boolean =>
  name.length > 2 && ` ${told.toLowerCase()} `.includes(` ${name.toLowerCase()} `);
const theOne = (found: readonly SeenControl[]): SeenControl | undefined => (found.length === 1 ? found[0] : undefined);
const isUsable = (control: SeenControl): boolean => isOnly(control) || isSeveral(control);
/** Links of one name that all lead to the same page: whichever is clicked. */
const isSeveral = ({ role, name, visible, href }: SeenControl): boolean =>
  role === "link" && name !== "" && visible && Boolean(href?.startsWith("/"));

/** Of links with the same name and the same address one is enough; with other addresses none is the one that is meant. */
function withoutTwins(controls: readonly SeenControl[]): SeenControl[] {
  return controls.filter((control, at) => {
    if (!isSeveral(control) || isOnly(control)) return true;
    const alike = controls.filter(({ role, name }) => role === control.role && name === control.name);
    return alike.every(({ href }) => href === control.href) && alike[0] === controls[at];
  });
}
