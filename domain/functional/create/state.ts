// Where the steps of a goal have come to: the page as it is then, and what "it" means. Pages are looked at only when a rule asks.
import { destructiveWord } from "../../explore/destructive.ts";
import type { SeenText } from "../../inspect/inspection.ts";
import { canClick, isUsableName, SAY } from "../library/sentences.ts";
import type { ReadAfter, ReadPage, SeenControl } from "./pages.ts";

export type ComposedStep = { keyword: "Given" | "When" | "Then"; text: string };

export type State = {
  path: string;
  controls: readonly SeenControl[];
  steps: ComposedStep[];
  /** What the page says; empty where pages are read without it. */
  texts: readonly SeenText[];
  /** What it said before the last deed. */
  before: ReadonlySet<string>;
  /** Something was done since the page was read. */
  stale: boolean;
  /** Why pages are not looked at from here on; null: they are. */
  unseen: string | null;
  /** What `it` means: what was typed, chosen or followed last. */
  named: string | null;
  /** What the scenario itself typed or added, in lower case. */
  own: string[];
  /** Label of the field that was filled in last. */
  field: string | null;
  readPage: ReadPage;
  readAfter: ReadAfter | null;
};

/** Ends a session that is the scenario's own. */
const LEAVES = /sign.?(?:out|off)|log.?(?:out|off)|abmeld|auslogg|déconn|cerrar sesión|disconnett|uitlogg/i;

/** Takes one entry out of a list. */
export const TAKES_OUT =
  /\b(?:delete|remove|discard|clear|×|✕|x|löschen|entfernen|supprimer|retirer|eliminar|borrar|quitar)(?!\p{L})/iu;
/** Whatever row it is in, it takes more than an entry away. */
const OF_MORE =
  /\b(?:accounts?|profile?|users?|all|everything|orders?|subscriptions?|projects?|konto|benutzer|alles?|bestellung|compte|utilisateur|tout|cuenta|perfil|usuario|tod[oa]s?|pedido)(?!\p{L})/iu;

const SHORTEST_OWN = 3;

export const when = (state: State, text: string): void => void state.steps.push({ keyword: "When", text });
export const mustHold = (state: State, text: string): null => {
  state.steps.push({ keyword: "Then", text });
  return null;
};

/** Something was done: what the page shows now is not known until somebody asks. */
export function done(state: State, text: string, named: string | null = null): null {
  when(state, text);
  state.stale = true;
  if (named !== null) state.named = named;
  return null;
}

/** A text was typed that the page keeps, such as a new entry: what is about it is the scenario's own. */
export function put(state: State, text: string, value: string): null {
  state.own.push(value.toLowerCase());
  return done(state, text, value);
}

/** Whether a text is about what the scenario itself put there. Short values, such as "1", are part of too much. */
export const isOwn = ({ own }: State, text: string): boolean =>
  own.some((one) => one.length >= SHORTEST_OWN && hasWords(text.toLowerCase(), one));

/** Whole words, so that "account" is not in "accountant". */
function hasWords(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at >= 0 && !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + words.length));
}

/** The page as it is after the steps so far. */
export async function look(state: State): Promise<void> {
  if (!state.stale) return;
  state.stale = false;
  if (state.readAfter === null) return;
  const seen = state.unseen === null ? await state.readAfter(state.steps.map(({ text }) => text)) : null;
  if (seen === null) {
    // Names of the page before would be guesses.
    state.unseen ??= "The page could not be read after the steps so far.";
    return void Object.assign(state, { controls: [], texts: [] });
  }
  state.before = new Set([...state.texts.map(({ text }) => text), ...state.controls.map(({ name }) => name)]);
  const controls = seen.controls.filter(({ name }) => name === "" || isUsableName(name));
  Object.assign(state, { path: seen.path, controls, texts: seen.texts });
}

/** Why nothing was found on the page. */
export const nothing = ({ path, unseen }: State, what: string): string =>
  unseen === null ? what : `${unseen} Put texts in quotes, or record the scenario. (${path})`;

/** The clicked control's sentence: among several of its name the one of its row. */
export function clickOf(control: SeenControl): string {
  const { role, name, count, row } = control;
  if (count > 1 && row) return SAY.clickInRow(role, name, row);
  return count > 1 ? SAY.clickNth(role, name, 1) : SAY.click(role, name);
}

/**
 * The control is clicked. From one that looks as if it took something away or cost money on, pages are not looked at, because that
 * would really be done; but what the scenario itself put there it may take out. `ofOwn`: it is about that.
 */
export async function click(state: State, control: SeenControl, ofOwn = false): Promise<void> {
  const { role, name, href, row } = control;
  const mayTake = TAKES_OUT.test(name) && !OF_MORE.test(name) && (ofOwn || isOwn(state, row ?? ""));
  if (destructiveWord(name) !== null && !mayTake && !LEAVES.test(name) && canClick(role))
    state.unseen ??= `What "${name}" leads to was not looked at, because it looks as if it took something away or cost money.`;
  done(state, clickOf(control), role === "link" ? name : null);
  if (role !== "link" || !href?.startsWith("/")) return;
  if (state.readAfter !== null) return;
  const controls = await state.readPage(href);
  if (controls) Object.assign(state, { path: href, controls });
}
