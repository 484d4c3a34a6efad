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
  /** What of that the page had already shown, so that it may be somebody's. */
  foreign: Set<string>;
  /** Label of the field that was filled in last. */
  field: string | null;
  readPage: ReadPage;
  readAfter: ReadAfter | null;
};

/** Ends a session that is the scenario's own. */
const LEAVES = /sign.?(?:out|off)|log.?(?:out|off)|abmeld|auslogg|déconn|cerrar sesión|disconnett|uitlogg/i;

/** Takes one entry out of a list. Signs and bins are the whole name, or begin it: "Model X" and "Compost bin" take nothing away. */
export const TAKES_OUT =
  /(?<!\p{L})(?:delete|remove|discard|clear|löschen|entfernen|supprimer|retirer|eliminar|borrar|quitar)(?!\p{L})|^(?:[x×✕✖](?![\p{L}\p{N}])|(?:(?:move|send|put|throw)\s.*)?(?:trash|bin)$|papierkorb$)|[×✕✖]$/iu;
/** Whatever row it is in, it takes more than an entry away. */
const OF_MORE =
  /(?<!\p{L})(?:accounts?|profile?|users?|all|everything|orders?|subscriptions?|projects?|workspaces?|teams?|groups?|folders?|pages?|history|completed|finished|selected|data|konto|benutzer|alles?|bestellung|compte|utilisateur|tou(?:te?s?)?|cuenta|perfil|usuario|tod[oa]s?|pedido|(?<!\bfrom (?:the |your |my )?)(?:carts?|baskets?|bags?|lists?|wish ?lists?|boards?))(?!\p{L})/iu;

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
  const own = value.trim().toLowerCase();
  const shown = [
    ...state.texts.map(({ text }) => text),
    ...state.controls.flatMap(({ name, row = "" }) => [row, name, name.replace(TAKES_OUT, "")]),
  ];
  if (!state.own.includes(own) && shown.some((text) => text.trim().toLowerCase() === own)) state.foreign.add(own);
  state.own.push(own);
  return done(state, text, value);
}

/** Whether a control of this name takes one entry out of a list, and no more than that. */
export const takesOne = (name: string): boolean => TAKES_OUT.test(name) && !OF_MORE.test(name);

/**
 * Whether a control is about what the scenario itself put there, by its row, else by its name: the whole of that, because "Oak table"
 * may be somebody's where "Oak" was typed. Short values, such as "1", are rows of much else.
 */
function isOwn({ own, foreign }: State, { name, row }: SeenControl): boolean {
  const about = (row ?? name.replace(TAKES_OUT, "")).trim().toLowerCase();
  return about.length >= SHORTEST_OWN && own.includes(about) && !foreign.has(about);
}

/** Whether a text has whole words, so that "account" is not in "accountant". */
export function hasWords(text: string, words: string): boolean {
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
 * would really be done; but what the scenario itself put there it may take out.
 */
export async function click(state: State, control: SeenControl): Promise<void> {
  const { role, name, href } = control;
  const takes = destructiveWord(name) !== null || TAKES_OUT.test(name);
  const mayTake = takesOne(name) && isOwn(state, control);
  if (takes && !mayTake && !LEAVES.test(name) && canClick(role))
    state.unseen ??= `What "${name}" leads to was not looked at, because it looks as if it took something away or cost money.`;
  done(state, clickOf(control), role === "link" ? name : null);
  if (role !== "link" || !href?.startsWith("/")) return;
  if (state.readAfter !== null) return;
  const controls = await state.readPage(href);
  if (controls) Object.assign(state, { path: href, controls });
}
