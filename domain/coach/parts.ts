// Splits a message into its questions, and completes a short follow-up from the question before it.
import { BRANCH } from "../guidance/entities.ts";
import { escapeRegExp } from "../text.ts";
import { timeWindowOf } from "./window.ts";

/** Maximum number of questions that are answered, each separately. The answer mentions that further ones are not answered. */
export const MAX_PARTS = 3;

const ASKS =
  "what|why|which|who|when|where|how|is|are|was|were|do|does|did|can|could|should|may|has|have|show|list|compare|explain|tell|give";
/** Start of a new question within a sentence. */
const JOINT = new RegExp(`(?<=[?!.;])\\s+|,?\\s+(?:and|also|and also|and then|then)\\s+(?=(?:${ASKS})\\b)`, "i");
const WHOLE = /["“][^"”]*["”]|`[^`]*`/g;
const GREETING =
  /^(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?|thank you|please|ok(?:ay)?)(?:\s+\w+)?[\s,.!]*$/i;

/** Returns the questions of a message in order; at least one. */
export function questionsIn(message: string): string[] {
  const kept: string[] = [];
  const hidden = message.replace(WHOLE, (text) => `\uE000${kept.push(text) - 1}\uE001`);
  const parts = hidden
    .split(JOINT)
    .map((part) => part.replace(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? "").trim())
    .filter((part) => part !== "" && !GREETING.test(part));
  const questions: string[] = [];
  let told = "";
  for (const part of parts)
    if (ASKING.test(part)) {
      questions.push(`${told}${part}`);
      told = "";
    } else told += `${part} `;
  // A statement belongs to the question next to it.
  const last = questions.pop();
  return last === undefined || questions.length === 0 ? [message] : [...questions, `${last} ${told}`.trim()];
}

/** A separate question, also after a word that joins it to the previous one. */
const ASKING = new RegExp(`^(?:and |also |so |but )?(?:${ASKS})\\b|\\?$`, "i");

const AGAIN =
  /^(?:and\s+|but\s+|so\s+|ok(?:ay)?,?\s+)?(?:why(?: not)?|warum(?: nicht)?|wieso|weshalb|how come|explain|details?|more|tell me more|which ones?|show me(?: more)?|really|since when)\s*(?:is that|was that|exactly|though)?[\s?.!]*$/i;
const ALSO =
  /^(?:ok(?:ay)?,?\s+|fine,?\s+|thanks,?\s+)?(?:(?:and )?(?:what|how) about|and|now|then|same (?:for|on|with)|only|but)\b[\s,]*/i;
const MAX_WORDS = 8;

/** References to something named before. Not "is there", "the test that failed", "this week", "is it safe to". */
const ONE_BEFORE =
  /\b(?:its|it(?! (?:safe|possible|time|ok(?:ay)?|fine|going|worth|necessary|better|allowed)\b)|(?<!\b(?:is|are|was|were|isn't|aren't|if) )there(?! (?:is|are|was|were|has|have)\b)|this(?! (?:week|month|morning|afternoon|evening|year|night|quarter|project|site|shop|sprint|release|time)\b)|(?:that|the) page|(?<=\b(?:is|was|does|did|has|can|could|should|will|about|of|for|on|in|to|fix|why) )that|that(?=\s*(?:[?.!,]|$)))\b/i;
const SEVERAL_BEFORE = /\b(?:those|these|them|they|ones?|same|others?)\b/i;

/** Returns whether a question refers to something that the previous question names. */
export const refersBack = (question: string): boolean => ONE_BEFORE.test(question);

const DO = "run|start|delete|create|approve|add|set|invite|send|open|stop|cancel|make|reject|help";
/** A complete question, as opposed to a fragment such as "which page". */
const WHOLE_QUESTION = new RegExp(
  `^(?:what (?:failed|changed|broke|happened)\\b|(?:${ASKS}|i (?:want|need|would|have))(?:\\s+\\S+){2}|(?:${DO})\\s+\\S)`,
  "i",
);

const PR = /\b(?:pr|mr|pull request|merge request)\s*#?\s*\d+\b|#\d+\b/i;
const EVENT = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/i;

/** Words that a follow-up replaces; each kind is replaced by words of the same kind. */
const KINDS: readonly RegExp[] = [
  /\b(?:phones?|mobiles?|tablets?|desktops?|smartphones?)\b/i,
  /\b(?:chrome|chromium|firefox|safari|webkit|edge)\b/i,
  /\b(?:accessibility|a11y|performance|perf|seo|security|privacy|tracking|visual|functional)\b/i,
  // Either is what one merges.
  new RegExp(`${PR.source}|${BRANCH.source}`, "i"),
  /\brun_\w+\b/i,
  EVENT,
  /\b(?:in|of|on|for)?\s*(?:the\s+)?(?:staging|production)\b/i,
];
const TIMES =
  /\b(?:(?:the )?day before yesterday|last night|overnight|yesterday|today|tonight|this (?:morning|week|month)|last (?:week|month)|since [a-z]+|in the last (?:\d+ )?\w+)\b/i;

/** Returns whether the message can only be understood after another question: it is short and not a complete question. */
export function isFollowUp(message: string): boolean {
  if (AGAIN.test(message)) return true;
  if (!ALSO.test(message) || message.trim().split(/\s+/).length > MAX_WORDS) return false;
  const rest = message.replace(ALSO, "");
  return !WHOLE_QUESTION.test(rest) || refersBack(rest) || SEVERAL_BEFORE.test(rest);
}

/** Names in the project, which replace each other within their kind. */
export type FollowUpNames = {
  scenarios?: readonly string[];
  environments?: readonly string[];
  events?: readonly string[];
};

/** Returns the complete question that a follow-up means: the previous question with the replaced part. */
export function completedBy(
  message: string,
  before: string,
  { scenarios = [], environments = [], events = [] }: FollowUpNames,
  now: Date,
): string {
  if (AGAIN.test(message))
    return /^(?:why|explain|how)\b/i.test(before) ? before : `${before.replace(/[?.!\s]+$/, "")} and why?`;
  const whole = message.replace(ALSO, "");
  const rest = whole.replace(/^(?:on|in|for|of|with|the|about)\s+(?=\S)/i, "").replace(/[?.!\s]+$/, "");
  const number = /^#?(\d{1,9})$/.exec(rest)?.[1];
  if (number !== undefined && PR.test(before)) return before.replace(PR, `PR ${number}`);
  let known = timeWindowOf(rest, now) !== null;
  for (const names of [scenarios, environments, events]) {
    // A name may begin with such a word: "About us".
    const [own, old] = [nameIn(whole, names), nameIn(before, names)];
    if (own && old) return replaced(before, old, own);
    known ||= own !== null;
  }
  if (timeWindowOf(rest, now) !== null && TIMES.test(before)) return before.replace(TIMES, () => rest);
  for (const kind of KINDS) {
    const [said] = kind.exec(rest) ?? [];
    if (said === undefined) continue;
    return kind.test(before) ? before.replace(kind, () => said) : `${before.replace(/[?.!\s]+$/, "")} ${said}?`;
  }
  // An event that the tracking plan lacks: the answer must be about that one, not about the event before.
  const event = nameIn(before, events) ?? foundBy(EVENT, before);
  if (!known && event && /^[\w-]+$/.test(rest) && !new RegExp(`^(?:${ASKS})$`, "i").test(rest))
    return replaced(before, event, { at: 0, text: rest });
  return `${before.replace(/[?.!\s]+$/, "")} ${rest}?`;
}

type Found = { at: number; text: string };

const foundBy = (pattern: RegExp, text: string): Found | null => {
  const found = pattern.exec(text);
  return found && { at: found.index, text: found[0] };
};

/** Returns the longest name that the text contains as whole words. */
function nameIn(text: string, names: readonly string[]): Found | null {
  const longest = names.filter(Boolean).toSorted((a, b) => b.length - a.length);
  for (const name of longest) {
    const found = foundBy(new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, "i"), text);
    if (found) return found;
  }
  return null;
}

const replaced = (text: string, old: Found, own: Found): string =>
  `${text.slice(0, old.at)}${own.text}${text.slice(old.at + old.text.length)}`;
