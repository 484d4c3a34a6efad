// What the rules of a goal see of pages, and how they find the control that a clause means.
import type { PageTargets } from "../../inspect/inspection.ts";
import { unify } from "../find/synonyms.ts";
import { stem, wordsOf } from "../find/words.ts";
import { SAY } from "../library/sentences.ts";

/** A control of an inspected page. `count`: elements of its role and name. `options`: texts of a list's choices, where they are known. */
export type SeenControl = {
  role: string;
  name: string;
  count: number;
  visible: boolean;
  href?: string;
  options?: readonly string[];
};

/** null: the page cannot be opened. */
export type ReadPage = (path: string) => Promise<readonly SeenControl[] | null>;

export type ComposedStep = { keyword: "Given" | "When" | "Then"; text: string };
export type State = { path: string; controls: readonly SeenControl[]; steps: ComposedStep[] };

export const FIELDS = ["textbox", "searchbox", "combobox", "spinbutton"];
export const CLICKED = ["button", "link", "tab", "menuitem"];

export const when = (state: State, text: string): void => void state.steps.push({ keyword: "When", text });

/** Steps name a control only where it is the one of its role and name. */
export const isOnly = ({ name, count, visible }: SeenControl): boolean => name !== "" && count === 1 && visible;

export async function click(state: State, control: SeenControl, readPage: ReadPage): Promise<void> {
  when(state, SAY.click(control.role, control.name));
  if (control.role !== "link" || !control.href?.startsWith("/")) return;
  const controls = await readPage(control.href);
  if (controls) Object.assign(state, { path: control.href, controls });
}

/** Controls with the choices of lists, which stand with their forms; and headings, which say what a page is about. */
export function controlsOf({ elements, forms, headings }: PageTargets): SeenControl[] {
  const options = new Map(forms.flatMap(({ fields }) => fields.map((field) => [field.selector, field.options])));
  const named = headings.map(({ text }) => ({ role: "heading", name: text, count: 1, visible: true }));
  const controls = elements.map(({ role, name, count, visible, href, selector }) => {
    const choices = options.get(selector);
    return { role, name, count, visible, ...(href !== undefined && { href }), ...(choices && { options: choices }) };
  });
  return [...controls, ...named];
}

/** The one control whose name says most of what is wanted: all of its words, or a name in quotes exactly. */
export function bestOf(
  controls: readonly SeenControl[],
  wanted: string,
  roles: readonly string[],
): SeenControl | undefined {
  const usable = controls.filter((control) => roles.includes(control.role) && isOnly(control));
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

const KINDS = new Set(["button", "link", "field", "tab", "box", "menu", "list", "option", "checkbox"].map(stem));
