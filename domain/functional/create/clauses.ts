// Splits a goal into clauses: what somebody does and what is expected then. Parts about tracking are separated.
import { capital } from "../../text.ts";
import { inEnglish, isForeign, jointsOf } from "./otherLanguages.ts";
import { isAction, isDeed, isTracking, parted } from "./trackingClause.ts";

/** Subjects, which are removed because who acts does not matter. */
const SOMEBODY =
  /^(?:given|when|then|and|i|as|after|once|if|by|upon|whenever|as soon as|that)?\s*(?:an?|the)?\s*(?:new |existing |returning )?(?:(?:(?:not )?signed-in |(?:un)?registered |first-time )?(?:visitor|user|customer|shopper|buyer|person|member|guest|reader|client|subscriber|admin(?:istrator)?|editor|author|manager|employee|colleague|student|teacher|patient|player|owner|tenant|seller|applicant|traveller|traveler|parent|viewer)s?|somebody|someone|anyone|anybody|people)\s+(?:can\s+|should\s+|wants to\s+|is able to\s+|(?:who|that)\s+(?:has|have|is|are)(?:\s+not|n['’]t)\s+(?:yet\s+)?(?:signed\s+in|logged\s+in|registered)(?:\s+yet)?\s+|who\s+)?/i;
/** Introductions that say it is a test, which are removed. */
const TEST_THAT =
  /^(?:please\s+)?(?:(?:write|create|make|add)\s+(?:an?\s+)?(?:test|scenario|feature)\s+(?:that|where|in which|for)|(?:test|verif(?:y|ies)|checks?|ensures?|makes? sure|confirms?)\s+(?:that|if|whether|how))\s+(?=(?:when\s+)?(?:an?|the|somebody|someone|visitors?|users?|customers?)\b)/i;
/** Adverbs, which are removed because they change nothing. */
const ADVERB =
  /^(?:(?:then|also|now|finally|first|next|again|successfully|quickly|afterwards|subsequently|he|she|they)\s+)+(?=\S)/i;
const LEADING = /^(?:given|when|after|by|once|if|upon|then|and|but|that|which|to)\s+(?=\S)/i;

const GERUNDS: Readonly<Record<string, string>> = {
  adding: "adds",
  putting: "puts",
  placing: "places",
  signing: "signs",
  logging: "logs",
  searching: "searches",
  looking: "looks",
  uploading: "uploads",
  attaching: "attaches",
  selecting: "selects",
  choosing: "chooses",
  picking: "picks",
  checking: "checks",
  unchecking: "unchecks",
  ticking: "ticks",
  accepting: "accepts",
  agreeing: "agrees",
  clicking: "clicks",
  pressing: "presses",
  tapping: "taps",
  following: "follows",
  opening: "opens",
  going: "goes",
  visiting: "visits",
  filling: "fills",
  entering: "enters",
  typing: "types",
  writing: "writes",
  seeing: "sees",
  removing: "removes",
  subscribing: "subscribes",
  registering: "registers",
  submitting: "submits",
  sending: "sends",
  saving: "saves",
  deleting: "deletes",
  creating: "creates",
  marking: "marks",
  completing: "completes",
  sorting: "sorts",
  filtering: "filters",
  changing: "changes",
  setting: "sets",
  clearing: "clears",
  emptying: "empties",
  scrolling: "scrolls",
  reloading: "reloads",
  refreshing: "refreshes",
  returning: "returns",
  navigating: "navigates",
  buying: "buys",
  ordering: "orders",
  viewing: "views",
  downloading: "downloads",
  booking: "books",
};

export type Goal = {
  /** Translated to English as far as they are understood; others stay unchanged. */
  clauses: string[];
  tracking: string[];
  /** Clauses that become no steps: conditions, and those beyond the first 20, because more do not make one scenario. */
  rest: { clause: string; reason: string }[];
};

/** Splits a goal. Quoted text, numbers, URLs and file names stay whole. */
export function readGoal(goal: string): Goal {
  const kept: string[] = [];
  const aside: string[] = [];
  const keep = (text: string): string => `\uE000${kept.push(text) - 1}\uE001`;
  const whole = (text: string): string =>
    text.replace(/\uE000(\d+)\uE001/g, (_, at: string) => whole(kept[Number(at)] ?? ""));
  const hidden = goal
    .slice(0, MAX_GOAL)
    .replace(/[\uE000\uE001]/g, "")
    .replace(/[“”„«»]/g, '"')
    // Event names may have any kind of quotes.
    .replace(/["'`]([a-z][a-z0-9]*(?:_[a-z0-9]+)+)["'`]/g, "$1")
    // 'Buy milk' is a name like "Buy milk"; the apostrophe in "visitor's" is inside a word.
    .replace(/(?<=^|[\s(:])['‘‚]([^'‘’"]{1,200})['’](?=$|[\s).,;:!?])/g, '"$1"')
    .replace(/"[^"]*"/g, keep)
    .replace(WHOLE, (text) => keep(text))
    .replace(
      /(?:https?:\/\/|(?<=\s|^)\/)[\w\-./%?=&#]*[\w\-/%=#]|(?<=\s|^)\/(?=\s|$|[,.;])|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|example|test)\b|\d+(?:[.,:]\d+)+|\b[\w-]+\.(?:png|jpe?g|pdf|csv|txt|docx?|html?)\b|\b(?:e\.g|i\.e|incl)\./gi,
      keep,
    )
    .replace(/\(([^()]{1,300})\)/g, (text, inside: string) => {
      if (!isTracking(inside)) return text;
      aside.push(whole(inside));
      return " ";
    })
    // Steps of Gherkin, written one after the other.
    .replace(/(?<=\s)(?=(?:When|Then|And|But)\s+(?:I|he|she|they|the|an?)\s)/g, "\n");
  const parts = hidden.split(jointsOf(hidden)).map((part) => whole(part).replace(/\s+/g, " ").trim());
  const said = parts.filter((part) => /[\p{L}\p{N}/]/u.test(part));
  const ofForeign = isForeign(hidden);
  const isConditional = (part: string): boolean => isCondition(part, ofForeign);
  const { clauses, tracking } = sorted(
    said.filter((part) => !isConditional(part)),
    ofForeign,
  );
  return {
    clauses: clauses.slice(0, MAX_CLAUSES),
    tracking: [...tracking, ...aside],
    rest: [
      ...said.filter(isConditional).map((clause) => ({ clause, reason: DEPENDS })),
      ...clauses.slice(MAX_CLAUSES).map((clause) => ({
        clause,
        reason: `A goal has at most ${MAX_CLAUSES} parts: make several goals of it.`,
      })),
    ],
  };
}

const DEPENDS =
  "It is a condition, and a scenario does the same in every run: make one goal of each case, with the steps that lead to it.";
const IF =
  /^(?:(?:and|but|then|or|only|even)\s+)*(?:(if)|in case|unless|provided that|as long as|otherwise|or else|else|falls|sofern)(?!\p{L})/iu;
/** A condition after what it limits. "Checks if" is no condition. */
const ONLY_IF =
  /(?<!\b(?:check(?:s|ing)?|verif(?:y|ies|ying)|sees?|look(?:s|ing)?|tests?|testing|confirms?|ensures?|sure|asserts?|expects?|validates?|out|asks?))\s(?:if|in case|unless|provided that|as long as|falls)\s/i;
const OTHER_IF = /^(?:wenn|si|s['’]il|als|se)\s.*(?<!\p{L})(?:ist|sind|est|sont|está|están|hay|è|is|zijn)(?!\p{L})/iu;
const SOMEBODY_BY_PRONOUN = /^if\s+(?:I|you|we|he|she|they)\s+(?=\S)/i;

/** Whether a part says when others apply. "If a visitor clicks" only says what happens first. */
function isCondition(part: string, ofForeign: boolean): boolean {
  const said = part.replace(/"[^"]*"/g, '""');
  if (isTracking(said)) return false;
  if (ofForeign && OTHER_IF.test(said) && inEnglish(part, true) === null) return true;
  const [start, word] = IF.exec(said) ?? [];
  if (start === undefined) return ONLY_IF.test(said);
  const deed = said.replace(SOMEBODY_BY_PRONOUN, "").replace(SOMEBODY, "");
  return word === undefined || deed === said || !isDeed(deed) || /^(?:sees?|finds?|reads?)\b/i.test(deed);
}

/** Returns a name for the feature that consists of these clauses, always in English. */
export function nameOfGoal(clauses: readonly string[], startPath: string): string {
  const english = clauses.filter((clause) => !isForeign(clause));
  const name = english
    .join(" and ")
    .replace(/["\\#@|<>{}]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? `A journey from ${startPath.replace(/["\\#@|<>{}]/g, "")}` : capital(name);
}

/** Word pairs that name one thing, so they are not split. */
const WHOLE =
  /\b(?:terms|conditions) and (?:conditions|privacy(?: policy)?)\b|\bstreet and number\b|\bname and address\b|\bshipping and (?:returns|payment)\b|\bdate and time\b|\bquestions and answers\b/gi;

const MAX_GOAL = 4_000;
const MAX_CLAUSES = 20;

function sorted(parts: readonly string[], ofForeign: boolean): Omit<Goal, "rest"> {
  const clauses: string[] = [];
  const tracking: string[] = [];
  let isAboutTracking = false;
  const later: string[] = [];
  for (const given of parts) {
    const seen = stillSees(given, clauses.at(-1));
    const part = seen ?? (ofForeign ? given : completed(given, clauses.at(-1), isAboutTracking));
    const { action, tracking: rest } = parted(part.replace(TEST_THAT, ""));
    // In "… with value 12, currency EUR and the items", a part that is not an action continues the event.
    if (action !== null && rest === null && isAboutTracking && !isAction(inEnglish(action, ofForeign) ?? action)) {
      tracking.push(part);
      continue;
    }
    if (rest !== null) tracking.push(rest);
    if (action !== null && rest === null && OF_PAYLOAD.test(action)) later.push(action);
    if (action !== null) clauses.push(clauseOf(action, ofForeign));
    isAboutTracking = rest !== null;
  }
  // A payload clause may come before the event that it belongs to.
  const isLeft = (clause: string): boolean =>
    tracking.length > 0 && later.some((one) => clauseOf(one, ofForeign) === clause);
  tracking.push(...later.filter(() => tracking.length > 0));
  return { clauses: clauses.filter((clause) => clause !== "" && !isLeft(clause)), tracking };
}

/** Matches values of an event without a subject who acts. */
const OF_PAYLOAD =
  /^(?:with\s+|and\s+)?(?:the\s+)?(?:value|currency|item_?ids?|item_?names?|parameters?|attributes?|payload)\b(?!\s+(?:field|list|box))/i;
/** Verbs that also apply to the following part if it has no verb. */
const VERB =
  /^(?:does not see|fills? in|sees?|expects?|opens?|clicks?|checks?|ticks?|unchecks?|selects?|chooses?|enters?|types?|writes?|adds?|removes?|deletes?)\b/i;
/** Other verbs that start a new clause. */
const STARTS =
  /^(?:then\s+)?(?:sends?|submits?|hits?|ends?|pushes|confirms?|turns?|switch(?:es)?|marks?|sets?|clears?|reloads?|refresh(?:es)?|gets?|raises?|updates?|applies|places?|opts?|decides?|lands?|receives?|presses|taps?|no longer|does|verifies|makes sure|ensures)\b/i;
const SAYS =
  /\b(?:is|are|was|has|have|should|must|can|contains?|shows?|appears?|lists?|displays?|says|becomes|disappears?|opens|closes)\b/i;

const SEES =
  /^(?:(?:I|he|she|they)\s+)?(?:(?:should|must|can|will|now|still)\s+)*(?:(does not|not)\s+)?(?:sees?|expects?)\b/i;
/** Texts after a comma or a conjunction that reverse the previous clause, in the languages of goals. */
const REVERSES =
  /^(?:but|aber|sondern|pero|sino|mais|ma|maar|mas)?\s*(?:also|now|jetzt|auch)?\s*(not|no|nicht|kein\p{L}*|pas|non|niet|geen|não)\s+(?=(?:\p{L}+\s+){0,3}?")/iu;
const HOWEVER = /^(?:but|aber|sondern|pero|sino|mais|ma|maar|mas)\s+(?=(?:\p{L}+\s+){0,3}?")/iu;

/** Returns the second half of `sees "A" but not "B"` and of `does not see "A" but "B"`, or null for another part. */
function stillSees(part: string, before: string | undefined): string | null {
  const sees = SEES.exec(before ?? "");
  const texts = part.match(/"[^"]*"/g);
  if (sees === null || texts === null || SAYS.test(part.replace(/"[^"]*"/g, " "))) return null;
  const denies = REVERSES.test(part);
  if (sees[1] === undefined) return denies ? `does not see ${texts.join(" and ")}` : null;
  if (HOWEVER.test(part)) return denies ? null : `sees ${texts.join(" and ")}`;
  return denies || /^"[^"]*"$/.test(part) ? `does not see ${texts.join(" and ")}` : null;
}

/** Adds the verb of the previous clause to a part without one: `sees "A" and "B"`. */
function completed(part: string, before: string | undefined, isAboutTracking: boolean): string {
  const [verb] = VERB.exec(before ?? "") ?? [];
  if (verb === undefined || isAboutTracking || isTracking(part) || /^but\s/i.test(part)) return part;
  const said = part.replace(/"[^"]*"/g, " ");
  const isName = /^\s*(?:also\s+|the\s+|an?\s+|in\s+)*"[^"]*"/i.test(part);
  if (isAction(part) || STARTS.test(part) || SAYS.test(said)) return part;
  // Without a name, only short parts are completed; a longer part is a clause that no rule knows.
  return isName || said.trim().split(/\s+/).length <= 7 ? `${verb} ${part}` : part;
}

function clauseOf(action: string, ofForeign: boolean): string {
  const english = inEnglish(action, ofForeign);
  if (english !== null) return english;
  const plain = action.replace(TEST_THAT, "").replace(SOMEBODY, "").trim() || action;
  const bare = plain.replace(LEADING, "").replace(SOMEBODY, "").replace(ADVERB, "");
  return bare.replace(/^([a-z]+ing)\b/i, (word) => GERUNDS[word.toLowerCase()] ?? word);
}
