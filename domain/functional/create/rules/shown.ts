// Finds the page text that a clause in plain words means. Text that is new since the last action takes precedence.
import type { SeenText } from "../../../inspect/inspection.ts";
import { bestOf, likeness, meantWords, type SeenControl } from "../pages.ts";
import type { State } from "../state.ts";

/** Maximum length of a text. Longer texts are paragraphs. */
const MAX_TEXT = 100;
const THANKS =
  /thank|success|saved|sent\b|confirm|added|welcome|hello|done|complete|created|updated|received|removed|danke|gracias|merci|bienvenu|willkommen|grazie|bedankt/i;
const WRONG =
  /\b(?:error|wrong|invalid|required|incorrect|enter (?:a|an|the|your)|must|not (?:found|valid|belong|match|allowed)|failed|cannot|please|missing|too (?:short|long)|falsch|ungültig|erforderlich|incorrecto|erreur|obligatoire)\b/i;

export type Shown = { text: string; kind: SeenText["kind"] | "heading" };

const usable = ({ text }: SeenText): boolean =>
  text !== "" && text.length <= MAX_TEXT && !text.endsWith("…") && !/[{}<>]/.test(text);
const fresh = (state: State): SeenText[] => state.texts.filter((one) => usable(one) && !state.before.has(one.text));

/** Returns the error message that the page shows after the last action. */
export function errorOf(state: State): SeenText | null {
  const texts = state.texts.filter(usable);
  const alerts = texts.filter(({ kind }) => kind === "alert");
  return (
    alerts.find((one) => !state.before.has(one.text)) ??
    alerts[0] ??
    fresh(state).find(({ text }) => WRONG.test(text)) ??
    null
  );
}

/** Returns the confirmation that the page shows after the last action. */
export function confirmationOf(state: State): SeenText | null {
  const news = fresh(state);
  const status = news.filter(({ kind }) => kind === "status");
  const thanks = (some: readonly SeenText[]) => some.find(({ text }) => THANKS.test(text));
  return thanks(status) ?? status[0] ?? thanks(news) ?? null;
}

/** Finds the control of these roles that is meant. */
export const shownAs = (state: State, told: string, roles: readonly string[]): SeenControl | undefined => {
  const quoted = /"/.test(told) ? told : `"${told.trim()}"`;
  return bestOf(state.controls, told, roles) ?? bestOf(state.controls, quoted, roles);
};

/** Returns the text that matches best, or null if two match equally well. */
export function shownText(state: State, told: string): Shown | null {
  const words = meantWords(told).filter((word) => !VAGUE.has(word));
  if (words.length === 0) return null;
  const headings = state.controls
    .filter(({ role, name }) => role === "heading" && name !== "")
    .map(({ name }) => ({ text: name, kind: "heading" as const }));
  const named = state.controls
    .filter(({ role, name, visible }) => role !== "heading" && name !== "" && visible)
    .map(({ name }) => ({ text: name, kind: "text" as const }));
  const all: Shown[] = [...headings, ...state.texts.filter(usable), ...named];
  const scored = unlike(all)
    .map((one) => ({
      one,
      score: scoreOf(one.text, words) + newness(state, one.text) + (saysAll(one.text, told) ? 0.05 : 0),
    }))
    .filter(({ score }) => score >= 0.6)
    // Text that the last action added comes before buttons or text that existed before.
    .sort(
      (a, b) =>
        Number(isNew(state, b.one.text)) - Number(isNew(state, a.one.text)) ||
        b.score - a.score ||
        a.one.text.length - b.one.text.length,
    );
  const [best, second] = scored;
  if (!best) return null;
  return second && second.score === best.score && !second.one.text.includes(best.one.text) ? null : best.one;
}

const isNew = ({ before }: State, text: string): boolean => before.size > 0 && !before.has(text);
const newness = ({ before }: State, text: string): number => (before.has(text) || before.size === 0 ? 0 : 0.1);
/** Whether the text contains the same word forms: "orders" matches "Your orders" better than "Order". */
const saysAll = (text: string, told: string): boolean =>
  (told.toLowerCase().match(/\p{L}{4,}/gu) ?? []).every((word) => text.toLowerCase().includes(word));

/** Scores a text: it should contain all of the words and few others. */
function scoreOf(text: string, words: readonly string[]): number {
  const stems = meantWords(text);
  // A number in the clause must be in the text.
  if (words.some((word) => /^\d/.test(word) && !stems.includes(word))) return 0;
  const hits = words.filter((word) => stems.includes(word)).length;
  return hits === words.length ? Math.max(0.6, likeness(text, words)) : likeness(text, words);
}

const unlike = (shown: readonly Shown[]): Shown[] =>
  shown.filter((one, at) => shown.findIndex(({ text }) => text === one.text) === at);

/** Words in expectations that do not name anything on a page. */
const VAGUE = new Set([
  "messag",
  "text",
  "result",
  "page",
  "screen",
  "section",
  "heading",
  "titl",
  "now",
  "show",
  "display",
  "visibl",
]);
