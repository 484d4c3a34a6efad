// What the goal rules know of pages, and how they find the control that a clause means.
import type { PageTargets, SeenText } from "../../inspect/inspection.ts";
import { unify } from "../find/synonyms.ts";
import { stem, wordsOf } from "../find/words.ts";

/**
 * A control of an inspected page. `count`: number of elements with its role and name. `options`: option texts of a list, if known.
 * `row`: beginning of the row or card around it, if several controls share its name or it is the button of the only entry.
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

/** Returns null if the page cannot be opened. */
export type ReadPage = (path: string) => Promise<readonly SeenControl[] | null>;

/** A page in its state after steps. */
export type SeenAfter = { path: string; controls: readonly SeenControl[]; texts: readonly SeenText[] };
/** Performs the sentences on the site in a fresh browser and reads the page. Returns null if one of them failed. */
export type ReadAfter = (sentences: readonly string[]) => Promise<SeenAfter | null>;

export const FIELDS = ["textbox", "searchbox", "combobox", "spinbutton"];
export const LISTS = ["combobox", "listbox"];
export const CLICKED = ["button", "link", "tab", "menuitem"];
export const BOXES = ["checkbox", "switch"];

/** Whether a control can be named in a step: it is the only one with its role and name. */
export const isOnly = ({ name, count, visible }: SeenControl): boolean => name !== "" && count === 1 && visible;

/** Whether a row distinguishes the control from others with the same name. */
export const isInRow = ({ name, visible, row }: SeenControl): boolean => name !== "" && visible && Boolean(row);

/** Returns the controls, with the options of lists from their forms, and the headings, which describe the page. */
export function controlsOf({ elements, forms, headings }: PageTargets): SeenControl[] {
  const options = new Map(forms.flatMap(({ fields }) => fields.map((field) => [field.selector, field.options])));
  // A truncated name is matched by its beginning.
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
/** Returns the words of a text that may be part of a name, with its numbers. */
export function meantWords(text: string): string[] {
  const numbers = (text.replace(/"[^"]*"/g, " ").match(/\d+(?:[.,]\d+)*/g) ?? []).map((one) => one.replace(",", "."));
  const words = wordsOf(unify(text)).stems.filter((word) => !KINDS.has(word) && !/^\d+$/.test(word));
  return [...new Set([...words, ...numbers])];
}

/** Returns how well a name and the wanted words match each other: 0 to 1. */
export function likeness(name: string, words: readonly string[]): number {
  const stems = meantWords(name);
  if (stems.length === 0 || words.length === 0) return 0;
  const hits = stems.filter((word) => words.includes(word)).length;
  if (hits === 0) return 0;
  const whole = hits / Math.max(stems.length, words.length);
  // The name of a card starts with the wanted words and continues with its price and more.
  const begins = words.every((word) => stems.slice(0, words.length + 1).includes(word));
  if (begins) return Math.max(whole, 0.55);
  return words.length > 1 && words.every((word) => stems.includes(word)) ? Math.max(whole, 0.5) : whole;
}

/** Returns the one control whose name matches best: all of the words, or the exact text in quotes. */
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
  // "The shop" may be the name of a link, although "shop" alone has little meaning elsewhere.
  const plain = wanted
    .trim()
    .toLowerCase()
    .replace(/^(?:the|our|their|an?)\s+/, "");
  const scored = usable
    .map((control) => ({ control, score: control.name.toLowerCase() === plain ? 1 : likeness(control.name, words) }))
    .filter(({ score }) => score >= least)
    // Function words count if the full name is mentioned: "sign me up" is not "Sign in".
    .map(({ control, score }) => ({ control, score: score + (saysName(wanted, control.name) ? 0.2 : 0) }))
    .sort((a, b) => b.score - a.score);
  // Two equally good matches are ambiguous, unless both lead to the same page.
  const [best] = scored;
  const alike = scored.filter(({ score }) => score === best?.score).map(({ control }) => control);
  const isOne = alike.length === 1 || alike.every(({ href }) => href !== undefined && href === alike[0]?.href);
  return isOne ? best?.control : undefined;
}

const saysName = (told: string, name: string): boolean =>
  name.length > 2 && ` ${told.toLowerCase()} `.includes(` ${name.toLowerCase()} `);
const theOne = (found: readonly SeenControl[]): SeenControl | undefined => (found.length === 1 ? found[0] : undefined);
const isUsable = (control: SeenControl): boolean => isOnly(control) || isSeveral(control);
/** Whether the control is a link to a page of the site. If all links of one name lead to the same page, any of them will do. */
const isSeveral = ({ role, name, visible, href }: SeenControl): boolean =>
  role === "link" && name !== "" && visible && Boolean(href?.startsWith("/"));

/** Keeps one of several links with the same name and URL. If their URLs differ, none is kept because the name is ambiguous. */
function withoutTwins(controls: readonly SeenControl[]): SeenControl[] {
  return controls.filter((control, at) => {
    if (!isSeveral(control) || isOnly(control)) return true;
    const alike = controls.filter(({ role, name }) => role === control.role && name === control.name);
    return alike.every(({ href }) => href === control.href) && alike[0] === controls[at];
  });
}
