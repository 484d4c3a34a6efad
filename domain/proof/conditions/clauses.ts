// Reads conditions that are separate clauses: only when …, unless …, after …, for …, in this order.
import { escapeRegExp } from "../../text.ts";
import type { Need, Reading } from "./condition.ts";
import { TAKEN } from "./condition.ts";

/** Up to the end of a clause. */
const REST =
  "(?:(?!\\b(?:only|unless|except|but|even|also|when|whenever|if|after|before|while|until|so that|because|which|who)\\b)[^.,;:!?()\\n–—])*";

const other = (wanted: Need) => () => ({ kind: "other", wanted }) as const;
/** Ignores matches of which an earlier reader has taken the relevant words. */
const unlessTaken = (wanted: Need) => (match: RegExpExecArray) => {
  const rest = match[0].replace(new RegExp(`${TAKEN}+`, "g"), " ");
  const words = rest.match(/[\p{L}\p{N}]{2,}/gu)?.filter((word) => !FILLER.test(word)) ?? [];
  return words.length === 0 || (match[0].includes(TAKEN) && words.length <= 1)
    ? null
    : ({ kind: "other", wanted } as const);
};
const FILLER =
  /^(?:only|unless|except|but|not|even|also|too|when|whenever|if|after|before|while|until|as|soon|for|on|in|with|without|from|by|at|the|an|it|they|is|are|was|were|be|been|has|have|had|this|that|these|those|page|site|somebody|someone|visitors?|users?|customers?|people|event|sent|uses?|using|used|opens?|visits?|comes?|happens?|and|or|to|of|any|all|every|each|once|upon|following|during|regardless|provided|again|then|otherwise|must|should|does|do)$/i;

const SETTINGS =
  /\b(?:incognito|private (?:window|mode|browsing)|ad[- ]?block(?:er|ers|ing)?|offline|slow (?:network|connection)s?|[345]g|dark mode|light mode|javascript (?:is )?(?:disabled|off|blocked)|amp pages?|native app|in the app|iframes?|vpn|behind a proxy|bots?|(?:portrait|landscape)(?: mode| orientation)?|keyboard(?: only)?|screen readers?|by keyboard|with the keyboard|voice|pwa|print(?: view)?)\b/gi;
const VISITORS =
  /\b(?:for|as|by|of|with|from|to)\s+(?:an?\s+|all\s+|the\s+|our\s+|some\s+|other\s+|every\s+|each\s+)*(?:guests?|returning|existing|new|first[- ]time|anonymous|registered|unregistered|b2b|b2c|business|corporate|premium|vip|gold|silver|platinum|wholesale|staff|employees?|students?|minors?|children|subscribers?|members?|admin\w*|trade|loyal\w*|repeat|recurring|verified|unverified|resellers?|partners?|internal|external|foreign|international)\b(?:\s+(?:customers?|users?|visitors?|members?|shoppers?|buyers?|accounts?|guests?|orders?|subscribers?|clients?|people|traffic))?/gi;
const SIGNED =
  /\b(?:not\s+)?(?:signed|logged)[- ](?:in|out)\s+(?:customers?|users?|visitors?|members?|shoppers?|buyers?|people|state)\b|\b(?:for|as|by|of|when|while|if|being|are|is|was|were|who)\s+(?:an?\s+|all\s+|still\s+|already\s+|not\s+)*(?:signed|logged)[- ](?:in|out)\b/gi;
const TIMING =
  /\b(?:within|after|for|in less than|less than|at most|no later than|longer than|every)\s+(?:the first\s+|a\s+|about\s+)?(?:\d+|one|two|three|five|ten|thirty|a few|some|half an?)\s*(?:ms|milliseconds?|s|secs?|seconds?|minutes?|hours?|days?|weeks?)\b(?:\s+of\s+\w+)?|\b(?:immediately|instantly|at once|without delay|in real time|asynchronously|synchronously)\b/gi;
const REPEATED =
  /\b(?:second|third|next|last|another|repeated|repeat|subsequent)\s+(?:time|visit|click|session|purchase|order|attempt|load|call|day|product|item)\b|\b(?:re-?load(?:s|ed|ing)?|refresh(?:es|ed|ing)?|back button|goes back|going back|browser back|new tab|double[- ]clicks?|twice in a row)\b(?:\s+(?:of\s+)?(?:the\s+)?page)?/gi;
const ENVIRONMENT =
  /\bon\s+(?:the\s+|our\s+)?(?:staging|production|preview|acceptance|integration|live|test|dev|development|uat)(?:\s+(?:site|system|environment|server|stage|shop|instance))?\b/gi;
const SOURCE =
  /\b(?:(?:coming|arriving|arrives?|comes?)\s+from|via|through)\s+(?:an?\s+|the\s+|our\s+)?(?:google|bing|facebook|instagram|social\w*|campaign|ad|ads|advert\w*|affiliate|newsletter|e-?mail|search engine|partner|price comparison|paid\s+\w+|qr code|deep ?link|push)\b(?:\s+\w+)?/gi;
const QUANTITY =
  /\b(?:two|three|four|five|several|multiple|different|more than one|a dozen|both|\d{1,3})\s+(?:different\s+)?(?!percent|seconds?|minutes?|times?)[a-z][\w-]*s\b/gi;

/** `names`: names of events in the forms in which they may be written. */
export function readOrder(reading: Reading, names: readonly string[]): void {
  const events = names.map(escapeRegExp).join("|");
  if (events === "") return;
  const event = `[\`"]?\\b(${events})\\b[\`"]?`;
  const between = "(?:\\s+[\\w-]+){0,6}?\\s+";
  const order = (first: string | undefined, then: string | undefined, words: string) =>
    first === undefined || then === undefined || first.toLowerCase() === then.toLowerCase()
      ? null
      : ({ kind: "order", wanted: `${first.toLowerCase()}>${then.toLowerCase()}`, words } as const);
  const text = reading.text;
  for (const [pattern, isBefore] of [
    [
      new RegExp(
        `${event}${between}(?:before|prior to|ahead of|precedes?|followed by|first,? then|and then|then)\\s+(?:the\\s+)?(?:event\\s+)?${event}`,
        "gi",
      ),
      true,
    ],
    [
      new RegExp(`${event}${between}(?:after|following|follows|behind)\\s+(?:the\\s+)?(?:event\\s+)?${event}`, "gi"),
      false,
    ],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const [words, one, two] = match;
      const found = isBefore ? order(one, two, words) : order(two, one, words);
      if (found) reading.add(found);
    }
  // Only one event is named, which may or may not be in the plan: `before purchase_done`, `after begin_checkout`.
  reading.each(
    /\b(before|after|prior to|following|ahead of|followed by)\s+(?:the\s+)?(?:event\s+)?[`"]?\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b[`"]?(?:\s+event)?(?:\s+(?:is|was|has been)\s+(?:sent|fired))?/gi,
    ([, when = "", named = ""]) => {
      const isAfter = /after|following/i.test(when);
      return { kind: "order", wanted: isAfter ? `${named.toLowerCase()}>` : `>${named.toLowerCase()}` };
    },
  );
}

/** Reads browser setups, whose words could otherwise be taken for attributes. */
export const readSetups = (reading: Reading): void => reading.each(SETTINGS, other("said"));

/** Reads where an event must not be sent. Comes before the other clauses, which would otherwise read the exceptions as conditions. */
export function readExceptions(reading: Reading): void {
  for (const marker of [
    "\\b(?:unless|except|excluding|apart from|other than|aside from|save for)\\b",
    "\\b(?:but|and)\\s+(?:not|never)\\b(?=\\s+(?:when|if|on|for|in|before|after|while|with|by|at|from|during|until|again|where|as|to)\\b)(?:\\s+\\w+)",
    "\\bnot\\s+(?:when|if|on|for|before|after|while|during|until|where)\\b",
  ])
    reading.each(new RegExp(`${marker}${REST}`, "gi"), unlessTaken("said"));
}

export function readClauses(reading: Reading): void {
  reading.each(TIMING, other("never"));
  reading.each(REPEATED, other("said"));
  reading.each(SIGNED, other("all"));
  reading.each(VISITORS, other("all"));
  reading.each(ENVIRONMENT, other("all"));
  reading.each(SOURCE, other("all"));
  for (const [marker, need] of [
    ["(?<!\\bnot\\s)(?<!-)\\bonly\\b", "said"],
    ["\\beven\\s+(?:if|when|though|after|before|without|for|on|in|where)\\b", "said"],
    ["\\b(?:regardless|irrespective|independent(?:ly)?|no matter|whether or not)\\b", "said"],
    [
      "\\b(?:as long as|provided(?: that)?|given that|in case|while|during|until|at the same time|simultaneously|throughout)\\b",
      "all",
    ],
    ["\\b(?:also|too|as well|additionally|likewise)\\s+(?:when|if|for|on|in|after|from|by|with|where)\\b", "all"],
    ["\\b(?:for|of|across|with)\\s+(?:all|every|each|any|both)\\b", "said"],
    ["\\bwithout\\b", "said"],
    ["\\b(?:before|prior to)\\b(?!\\s+(?:it|they)\\b)", "said"],
    ["\\b(?:when|whenever|if|once|as soon as|after|upon|following)\\b", "some"],
  ] as const)
    reading.each(new RegExp(`${marker}${REST}`, "gi"), unlessTaken(need));
  reading.each(QUANTITY, other("all"));
}

/** Reads proper names in the middle of a sentence that no other reader recognized: a country, a brand, a payment method. */
export function readProperNames(reading: Reading): void {
  const names =
    /(?<=[\p{Ll}\p{N},]\s)(?:(?:in|with|from|for|by|on|at|via|to|as)\s)?(\p{Lu}[\p{L}\p{N}]+(?:\s\p{Lu}[\p{L}\p{N}]+)*)/gu;
  reading.each(names, ([, name = ""]) => (USUAL.test(name) ? null : { kind: "other", wanted: "all" }));
}
const USUAL =
  /^(?:GA4|GA|GTM|Google(?: Analytics| Tag Manager)?|Adobe(?: Analytics)?|Matomo|Piwik|Piano|Segment|Analytics|Tag Manager|Marketing|Management|Product|Sales|Legal|URL|UI|UX|API|JSON|SKU|ID|IDs|QA|CEO|KPI|KPIs|BI|CRM|CTA|HTML|CSS|I|We|The|This|When|If|And|Then|But|Given|Add|Plumbline|Jira|Confluence|SHOP|Monday|Tuesday|Wednesday|Thursday|Friday|Inspector(?: Studio)?|Data Layer|DataLayer|Event|Track|Tracking|DOM|HTTP|OK|FYI|PO|A)$/;
