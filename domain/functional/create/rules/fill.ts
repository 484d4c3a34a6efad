// Filling in fields. The words in between and the fields of the page determine which part is the value and which the field.
import { SAY } from "../../library/sentences.ts";
import { asksForPassword } from "../../secrets/passwordFields.ts";
import { bestOf, CLICKED, FIELDS, isOnly, type SeenControl } from "../pages.ts";
import { done, look, nothing, put, type State } from "../state.ts";
import { bare, quotedIn, textIn } from "../words.ts";
import type { Rule } from "./rule.ts";
import { SEARCH } from "./visits.ts";

const REFERENCE = /^\{(?:secret|env)\.[\w-]+\}$/;
const BETWEEN = /\s+(?:in|into|inside|as|for|at|to|on|under)\s+/gi;
const LIKE_A_VALUE = /(?:^|\s)([^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+|\d[\d.,:/ -]*)$/;

type Reading = { value: string; field: string };

/** Returns every way to read `type X into Y`, `fill in Y with X` or `enter the email X`, the most likely first. */
function readings(told: string): Reading[] {
  const found: Reading[] = [];
  const [value] = quotedIn(told).slice(-1);
  const whole = /^(.*?)\s+with\s+(.+)$/i.exec(told);
  if (whole) found.push({ field: whole[1] ?? "", value: textIn(whole[2] ?? "") });
  for (const { index, 0: between } of [...told.matchAll(BETWEEN)].reverse()) {
    const [left, right] = [told.slice(0, index), told.slice(index + between.length)];
    if (left.trim() !== "" && right.trim() !== "") found.push({ value: textIn(left), field: right });
  }
  if (value !== undefined) found.push({ value, field: told.replace(`"${value}"`, " ") });
  else {
    const [, like] = LIKE_A_VALUE.exec(told) ?? [];
    if (like !== undefined) found.push({ value: like, field: told.slice(0, -like.length) });
  }
  // A single text in quotes is the value wherever it occurs.
  return value === undefined || quotedIn(told).length > 1
    ? found
    : found.filter((one) => one.value === value || !/"/.test(one.field));
}

/** Returns the field of the page that the text means, and the value. */
function placed(state: State, told: string): { field: SeenControl; value: string } | null {
  for (const { value, field } of readings(told)) {
    const control = bare(field) === "" ? onlyField(state) : bestOf(typable(state), field, FIELDS);
    if (control && value !== "") return { field: control, value };
  }
  return null;
}

/** Lists are selected from, not typed into. */
const typable = ({ controls }: State): SeenControl[] => controls.filter(({ options }) => !options?.length);
const isText = ({ role }: SeenControl): boolean => role === "textbox" || role === "searchbox";

/** Returns the only text field of the page, which is meant if none is named. */
export function onlyField({ controls }: State): SeenControl | undefined {
  const fields = controls.filter((control) => isText(control) && isOnly(control));
  return fields.length === 1 ? fields[0] : undefined;
}

export async function fill(state: State, told: string): Promise<string | null> {
  await look(state);
  const quoted = quotedIn(told);
  const value = quoted.at(-1) ?? readings(told)[0]?.value ?? "";
  if (asksForPassword(told.replace(`"${value}"`, " ")) && !REFERENCE.test(value))
    return "A password is never written into a feature: keep it in the environment's access, and write {secret.password} in its place.";
  const found = placed(state, told);
  if (!found) {
    const one = quoted.length === 1 && /^\s*"[^"]*"\s*$/.test(told) ? onlyField(state) : undefined;
    if (!one)
      return nothing(
        state,
        value === "" ? "The text to fill in is not in quotes." : `No field of ${state.path} is called that.`,
      );
    state.field = one.name;
    return typed(state, one, value);
  }
  const { field } = found;
  // "e-mail" may match a password field on this page.
  if (asksForPassword(field.name) && !REFERENCE.test(found.value))
    return "A password is never written into a feature: keep it in the environment's access, and write {secret.password} in its place.";
  state.field = field.name;
  return typed(state, field, found.value);
}

const FILTERS = /\bfilt(?:er|r)/i;
/** A search term exists already; so may a text typed into a combobox. */
const looksUp = ({ role, name }: SeenControl): boolean =>
  role === "searchbox" || role === "combobox" || SEARCH.test(name) || FILTERS.test(name);
const typed = (state: State, field: SeenControl, value: string): null =>
  (looksUp(field) ? done : put)(state, SAY.fill(field.name, value), value);

export const FILL_RULES: readonly Rule[] = [
  {
    id: "clears a field",
    fits: [/^(?:clears|empties|clear|empty)\s+(?:the\s+)?(.+?)(\s+(?:field|box|input))?$/i],
    async steps(state, match) {
      const [whole, what = "", kind] = match;
      await look(state);
      // "Clears the search" may be the name of a button, and "empties the basket" does not mean a field.
      if (kind === undefined && bestOf(state.controls, whole, CLICKED, 0.6)) return undefined;
      const field = bestOf(state.controls, what, FIELDS);
      if (field) return done(state, SAY.clear(field.name));
      return kind === undefined ? undefined : nothing(state, `No field of ${state.path} is called that.`);
    },
  },
  {
    id: "fills in a field",
    fits: [
      /^(?:fills?\s+(?:in|out)|fills?|enters?|types?|writes?|inputs?|keys?\s+in|provides?|gives?|puts?\s+in)\s+(.+)$/i,
      /^puts?\s+(".*?"\s+(?:in|into)\s+.+)$/i,
    ],
    steps: (state, match) => fill(state, match[1] ?? ""),
  },
  {
    id: "sets a field",
    fits: [/^(?:sets?|changes?|updates?|increases?|raises?)\s+(?:the\s+)?(.+?)\s+to\s+(.+)$/i],
    async steps(state, match) {
      await look(state);
      const [, what = "", value = ""] = match;
      const field = bestOf(state.controls, what, FIELDS);
      if (!field || field.options) return undefined;
      return fill(state, `${what} with ${value}`);
    },
  },
];
