// A message as the questions that it asks, and a short one as what it means after the one before it.
import { timeWindowOf } from "./window.ts";

/** Each is answered by itself; more are not read. */
export const MAX_PARTS = 3;

const ASKS =
  "what|why|which|who|when|where|how|is|are|was|were|do|does|did|can|could|should|may|has|have|show|list|compare|explain|tell|give";
/** A new question within a sentence. */
const JOINT = new RegExp(`(?<=[?!.;])\\s+|,?\\s+(?:and|also|and also|and then|then)\\s+(?=(?:${ASKS})\\b)`, "i");
const WHOLE = /["“][^"”]*["”]|`[^`]*`/g;
const GREETING =
  /^(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?|thank you|please|ok(?:ay)?)(?:\s+\w+)?[\s,.!]*$/i;

/** The questions of a message, in their order; at least one. */
export function questionsIn(message: string): string[] {
  const kept: string[] = [];
  const hidden = message.replace(WHOLE, (text) => `\uE000${kept.push(text) - 1}\uE001`);
  const parts = hidden
    .split(JOINT)
    .map((part) => part.replace(/\uE000(\d+)\uE001/g, (_, at: string) => kept[Number(at)] ?? "").trim())
    .filter((part) => part !== "" && !GREETING.test(part));
  const asking = parts.filter(
    (part) => new RegExp(`^(?:and |also |so |but )?(?:${ASKS})\\b`, "i").test(part) || part.endsWith("?"),
  );
  // A sentence that only tells something belongs to the question beside it.
  if (asking.length < 2 || asking.length < parts.length) return [message];
  return parts.slice(0, MAX_PARTS);
}

const AGAIN =
  /^(?:and\s+|but\s+|so\s+|ok(?:ay)?,?\s+)?(?:why|how come|explain|details?|more|tell me more|which ones?|show me(?: more)?|really|since when)\s*(?:is that|was that|exactly|though)?[\s?.!]*$/i;
const ALSO =
  /^(?:ok(?:ay)?,?\s+|fine,?\s+|thanks,?\s+)?(?:and|what about|how about|and what about|and how about|now|then|same (?:for|on|with)|only|but)\b[\s,]*/i;
const MAX_WORDS = 8;

/** Words that a follow-up replaces, each kind by the words of its own kind. */
const KINDS: readonly RegExp[] = [
  /\b(?:phones?|mobiles?|tablets?|desktops?|smartphones?)\b/i,
  /\b(?:accessibility|a11y|performance|perf|seo|security|privacy|tracking|visual|functional)\b/i,
  /\b(?:pr|pull request|merge request)\s*#?\s*\d+\b|#\d+\b/i,
  /\brun_\w+\b/i,
  /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/i,
  /\b(?:in|of|on|for)?\s*(?:the\s+)?(?:staging|production)\b/i,
];
const TIMES =
  /\b(?:last night|overnight|yesterday|today|tonight|this (?:morning|week|month)|last (?:week|month)|since [a-z]+|in the last (?:\d+ )?\w+)\b/i;

/** Whether it can only be understood after another question. */
export const isFollowUp = (message: string): boolean =>
  AGAIN.test(message) || (ALSO.test(message) && message.trim().split(/\s+/).length <= MAX_WORDS);

/**
 * The whole question that a follow-up means: the one before it with what is replaced. `names`: labels of scenarios and the like, of
 * which one takes the place of another.
 */
export function completedBy(message: string, before: string, names: readonly string[], now: Date): string {
  if (AGAIN.test(message))
    return /^(?:why|explain|how)\b/i.test(before) ? before : `${before.replace(/[?.!\s]+$/, "")} and why?`;
  const rest = message
    .replace(ALSO, "")
    .replace(/^(?:on|in|for|of|with|the|about)\s+(?=\S)/i, "")
    .replace(/[?.!\s]+$/, "");
  const own = names.find((name) => rest.toLowerCase().includes(name.toLowerCase()));
  const old = names.find((name) => before.toLowerCase().includes(name.toLowerCase()));
  if (own !== undefined && old !== undefined) return replaced(before, old, own);
  if (timeWindowOf(rest, now) !== null && TIMES.test(before)) return before.replace(TIMES, rest);
  for (const kind of KINDS) {
    const [said] = kind.exec(rest) ?? [];
    if (said === undefined) continue;
    return kind.test(before) ? before.replace(kind, said) : `${before.replace(/[?.!\s]+$/, "")} ${said}?`;
  }
  return `${before.replace(/[?.!\s]+$/, "")} ${rest}?`;
}

const replaced = (text: string, old: string, own: string): string => {
  const at = text.toLowerCase().indexOf(old.toLowerCase());
  return `${text.slice(0, at)}${own}${text.slice(at + old.length)}`;
};
