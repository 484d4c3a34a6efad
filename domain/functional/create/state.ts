// The state of a goal after the steps so far: the page, and what "it" means. Pages are read only when a rule needs them.
import { destructiveWord } from "../../explore/destructive.ts";
import type { SeenText } from "../../inspect/inspection.ts";
import { canClick, isUsableName, SAY } from "../library/sentences.ts";
import type { ReadAfter, ReadPage, SeenControl } from "./pages.ts";

export type ComposedStep = { keyword: "Given" | "When" | "Then"; text: string };

export type State = {
  path: string;
  controls: readonly SeenControl[];
  steps: ComposedStep[];
  /** Texts on the page; empty if pages are read without them. */
  texts: readonly SeenText[];
  /** Texts on the page before the last action. */
  before: ReadonlySet<string>;
  /** Whether an action happened since the page was read. */
  stale: boolean;
  /** Why pages are no longer read; null if they are. */
  unseen: string | null;
  /** What `it` means: the last typed, chosen or followed text. */
  named: string | null;
  /** Texts that the scenario itself typed or added, in lower case. */
  own: string[];
  /** Those that the page had shown before, so they may belong to somebody else. */
  foreign: Set<string>;
  /** Label of the last filled field. */
  field: string | null;
  readPage: ReadPage;
  readAfter: ReadAfter | null;
};

/** Controls that end the scenario's own session. */
const LEAVES = /sign.?(?:out|off)|log.?(?:out|off)|abmeld|auslogg|déconn|cerrar sesión|disconnett|uitlogg/i;

/**
 * Controls that remove one entry from a list. Symbols and words such as "bin" must be the whole name or its beginning: "Model X" and
 * "Compost bin"
 * remove nothing.
 */
export const TAKES_OUT =
  /(?<!\p{L})(?:delete|remove|discard|clear|löschen|entfernen|supprimer|retirer|eliminar|borrar|quitar)(?!\p{L})|^(?:[x×✕✖](?![\p{L}\p{N}])|(?:(?:move|send|put|throw)\s.*)?(?:trash|bin)$|papierkorb$)|[×✕✖]$/iu;
/** Controls that remove more than one entry, whatever row they are in. */
const OF_MORE =
  /(?<!\p{L})(?:accounts?|profile?|users?|all|everything|orders?|subscriptions?|projects?|workspaces?|teams?|groups?|folders?|pages?|history|completed|finished|selected|data|konto|benutzer|alles?|bestellung|compte|utilisateur|tou(?:te?s?)?|cuenta|perfil|usuario|tod[oa]s?|pedido|(?<!\bfrom (?:the |your |my )?)(?:carts?|baskets?|bags?|lists?|wish ?lists?|boards?))(?!\p{L})/iu;

const MIN_NAME = 3;

export const when = (state: State, text: string): void => void state.steps.push({ keyword: "When", text });
export const mustHold = (state: State, text: string): null => {
  state.steps.push({ keyword: "Then", text });
  return null;
};

/** Adds a step for an action. The page's new state is unknown until a rule reads it. */
export function done(state: State, text: string, named: string | null = null): null {
  when(state, text);
  state.stale = true;
  if (named !== null) state.named = named;
  return null;
}

/** Adds a step that types a text which the page keeps, such as a new entry. Controls for that text then belong to the scenario. */
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

/** Whether a control with this name removes exactly one entry from a list. */
export const takesOne = (name: string): boolean => TAKES_OUT.test(name) && !OF_MORE.test(name);

/**
 * Whether a control belongs to something the scenario itself added, by its row or otherwise its name. The full text must match, because
 * "Oak table"
 * may be somebody else's entry if "Oak" was typed. Short values such as "1" may match unrelated rows.
 */
function isOwn({ own, foreign }: State, { name, row }: SeenControl): boolean {
  const about = (row ?? name.replace(TAKES_OUT, "")).trim().toLowerCase();
  return about.length >= MIN_NAME && own.includes(about) && !foreign.has(about);
}

/** Whether a text contains whole words, so that "account" is not found in "accountant". */
export function hasWords(text: string, words: string): boolean {
  const at = text.indexOf(words);
  return at >= 0 && !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + words.length));
}

/** Reads the page after the steps so far, if an action happened since. */
export async function look(state: State): Promise<void> {
  if (!state.stale) return;
  state.stale = false;
  if (state.readAfter === null) return;
  const seen = state.unseen === null ? await state.readAfter(state.steps.map(({ text }) => text)) : null;
  if (seen === null) {
    // Names from the previous page would be guesses.
    state.unseen ??= "The page could not be read after the steps so far.";
    return void Object.assign(state, { controls: [], texts: [] });
  }
  state.before = new Set([...state.texts.map(({ text }) => text), ...state.controls.map(({ name }) => name)]);
  const controls = seen.controls.filter(({ name }) => name === "" || isUsableName(name));
  Object.assign(state, { path: seen.path, controls, texts: seen.texts });
}

/** Returns why nothing was found on the page. */
export const nothing = ({ path, unseen }: State, what: string): string =>
  unseen === null ? what : `${unseen} Put texts in quotes, or record the scenario. (${path})`;

/** Returns the sentence that clicks a control; if several share its name, the one in its row. */
export function clickOf(control: SeenControl): string {
  const { role, name, count, row } = control;
  if (count > 1 && row) return SAY.clickInRow(role, name, row);
  return count > 1 ? SAY.clickNth(role, name, 1) : SAY.click(role, name);
}

/**
 * Adds the step that clicks a control. If the control looks destructive or costs money, pages are no longer read, because reading
 * would really click it; removing what the scenario itself added is allowed.
 */
export async function click(state: State, control: SeenControl, sentence = clickOf(control)): Promise<void> {
  const { role, name, href } = control;
  const takes = destructiveWord(name) !== null || TAKES_OUT.test(name);
  const mayTake = takesOne(name) && isOwn(state, control);
  if (takes && !mayTake && !LEAVES.test(name) && canClick(role))
    state.unseen ??= `What "${name}" leads to was not looked at, because it looks as if it took something away or cost money.`;
  done(state, sentence, role === "link" ? name : null);
  if (role !== "link" || !href?.startsWith("/")) return;
  if (state.readAfter !== null) return;
  const controls = await state.readPage(href);
  if (controls) Object.assign(state, { path: href, controls });
}
