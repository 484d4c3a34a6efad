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
  /** The control after which pages are not looked at, because it looks as if it took something away. */
  unseenAfter: string | null;
  /** What `it` means: what was typed, chosen or followed last. */
  named: string | null;
  /** Texts that the scenario itself put in or chose. */
  own: string[];
  /** Label of the field that was filled in last. */
  field: string | null;
  readPage: ReadPage;
  readAfter: ReadAfter | null;
};

/** Ends a session that is the scenario's own. */
const LEAVES = /sign.?(?:out|off)|log.?(?:out|off)|abmeld|auslogg|déconn|cerrar sesión|disconnett|uitlogg/i;

export const when = (state: State, text: string): void => void state.steps.push({ keyword: "When", text });
export const mustHold = (state: State, text: string): null => {
  state.steps.push({ keyword: "Then", text });
  return null;
};

/** Something was done: what the page shows now is not known until somebody asks. */
export function done(state: State, text: string, named: string | null = null): null {
  when(state, text);
  state.stale = true;
  if (named !== null) {
    state.named = named;
    state.own.push(named.toLowerCase());
  }
  return null;
}

/** The page as it is after the steps so far. */
export async function look(state: State): Promise<void> {
  if (!state.stale) return;
  state.stale = false;
  if (state.readAfter === null) return;
  if (state.unseenAfter !== null) return void Object.assign(state, { controls: [], texts: [] });
  const seen = await state.readAfter(state.steps.map(({ text }) => text));
  if (seen === null) return;
  state.before = new Set([...state.texts.map(({ text }) => text), ...state.controls.map(({ name }) => name)]);
  const controls = seen.controls.filter(({ name }) => name === "" || isUsableName(name));
  Object.assign(state, { path: seen.path, controls, texts: seen.texts });
}

/** Why nothing was found on the page. */
export const nothing = ({ path, unseenAfter }: State, what: string): string =>
  unseenAfter === null
    ? what
    : `What "${unseenAfter}" leads to was not looked at, because it looks as if it took something away or cost money. Put texts in quotes, or record the scenario. (${path})`;

/** The clicked control's sentence: among several of its name the one of its row. */
export function clickOf(control: SeenControl): string {
  const { role, name, count, row } = control;
  if (count > 1 && row) return SAY.clickInRow(role, name, row);
  return count > 1 ? SAY.clickNth(role, name, 1) : SAY.click(role, name);
}

/** `ofOwn`: it is about what the scenario itself put there. */
export async function click(state: State, control: SeenControl, ofOwn = false): Promise<void> {
  const { role, name, href, row } = control;
  const word = destructiveWord(name);
  const isOwn = ofOwn || state.own.some((one) => `${name} ${row ?? ""}`.toLowerCase().includes(one));
  if (word !== null && !isOwn && !LEAVES.test(name) && canClick(role)) state.unseenAfter ??= name;
  done(state, clickOf(control), role === "link" ? name : null);
  if (role !== "link" || !href?.startsWith("/")) return;
  if (state.readAfter !== null) return;
  const controls = await state.readPage(href);
  if (controls) Object.assign(state, { path: href, controls });
}
