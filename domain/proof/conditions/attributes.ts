// Reads conditions about what an event carries: required and forbidden attributes, their values, currencies.
import { escapeRegExp } from "../../text.ts";
import { readCurrencies, readQualifiers } from "./amounts.ts";
import type { Reading } from "./condition.ts";

/** Attributes of common events that tickets write as ordinary words. */
const KNOWN = new Set(
  (
    "currency value method quantity price coupon discount tax shipping category brand variant size colour color sku affiliation " +
    "index transaction_id item_id item_name items products revenue total amount term search_term results id name status type label " +
    "action lead_type voucher stock rating position list creative promotion tier payment_type shipping_tier order_id user_id " +
    "product_id language url title email"
  ).split(" "),
);
/** Attributes after which a second plain word is the value: `method email`, but not `product name`. */
const TAKES_WORD = new Set(
  "currency method coupon category brand variant size colour color type status tier label action language".split(" "),
);
const COMPOUND =
  /^(?:code|name|id|ids|type|number|list|range|title|key|path|url|text|group|count|date|time|method|attribute|parameter|field|value|and|or)s?$/i;
/** Words after "with" that are not attributes. */
const NO_ATTRIBUTE =
  /^(?:event|events|request|page|hit|call|beacon|tag|push|click|clicks|delay|message|event name|name|it|them|this|that|success|care|every|ease|one|consent|cookies?|him|her|us|google|tracking|data|details|information|help|support|javascript|error|errors)$/i;

const LITERAL = String.raw`"[^"\n]{1,80}"|“[^”\n]{1,80}”|'[^'\n]{1,80}'|\`[^\`\n]{1,80}\`|[€$£]\s?\d[\d.,]*|-?\d[\d.,]*\d(?:\s?[€%])?|-?\d(?:\s?[€%])?|[A-Z][A-Z0-9_-]{1,40}(?![a-z])|true|false|null`;
const NAME = String.raw`[\w.[\]-]{1,60}`;
const EVENT_WORD = "events?|payload|parameters|push|call|hit|request|beacon|data ?layer|analytics|tracking";
const BOUNDARY =
  /\b(?:when|whenever|if|after|before|while|once|twice|as soon as|because|so that|for|on|in|to|from|by|at|that|which|who|where|but|unless|only|even|every|each|exactly|whose|also|is|are|was|were|must|should|has|have|contains?|includes?|without|until|during|than)\b|[.;:!?()\uE000\n]/i;
const DETERMINERS =
  /^(?:(?:the|an?|its|their|his|her|our|all|any|both|also|at least|correct|right|proper|actual|valid|required|mandatory|non-?empty|filled|following|current|same|respective|corresponding|additional|extra|parameters?|attributes?|fields?|properties|property|variables?|keys?|named|called|respectively|as)\s+)+/i;
const FORMS_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]*)+$|^[a-z_]+(?:\[\d*\])?(?:\.[a-z_]+)+$/;
const NO_NAME =
  /^(?:dataLayer|i(?:Phone|Pad|OS)\w*|eBay|macOS|javaScript|e\.g|i\.e|www\..*|.*\.(?:com|org|net|html|js|ts|php|pdf|png|jpg))$/;

const unquoted = (text: string): string => text.replace(/^["“'`]|["”'`]$/g, "").trim();
/** Returns whether a word is written like the name of an attribute, or is a common attribute. */
export const isName = (word: string): boolean =>
  KNOWN.has(word.replace(/\s+/g, "_").toLowerCase()) || (FORMS_NAME.test(word) && !NO_NAME.test(word));

/** `names`: names of events, which are not attributes. */
export function readAttributes(reading: Reading, names: ReadonlySet<string>): void {
  const isEvent = (word: string): boolean => names.has(word.toLowerCase());
  readUnasked(reading, isEvent);
  readQualifiers(reading);
  readLists(reading, names);
  readSentences(reading, isEvent);
  readCurrencies(reading);
  readBare(reading, isEvent);
}

const NOUN = "(?:parameters?|attributes?|fields?|properties|property|keys?|variables?)";
const NEEDED = "(?:required|mandatory|needed|necessary|obligatory|compulsory|missing)";
/** Headings of lists whose attributes are forbidden or optional. */
const UNASKED = new RegExp(
  `\\b(?:(?<forbidden>${[
    "forbidden|prohibited|disallowed|unwanted|undesired",
    "(?:not|never|no longer) (?:be )?(?:allowed|permitted|wanted)",
    `${NOUN} (?:that |which )?(?:must|may|should|shall) (?:not|never) be \\w+`,
    "(?:must|may|should|shall) (?:not|never) (?:contain|include|carry|have)",
    `(?:without|no)(?: any| the)? ${NOUN}`,
  ].join(
    "|",
  )})|optional(?:ly)?|(?:not|\\w+n't|no longer|never|non|no)[ -](?:is |are |any |the )?(?:${NEEDED}|${NOUN}))` +
    `(?: (?:event )?${NOUN})?(?: (?:is|are))?\\)? ?:`,
  "gi",
);
/** Content of such a list: the rest of its line, or the following lines that consist only of a name. */
const UNASKED_LIST = /^(?: ?\n{1,2} ?[`"]?[\w.[\]-]{2,60}[`"]? ?(?=\n|$))+|^(?:[^.;:!?\n]|\.(?=\w)){0,200}/;

/** What a record of events can prove to be absent: an attribute, but not an event, a value or a sentence. */
const FORBIDDABLE = /^(?!.*\bevents?$)[a-z][\w.[\]-]*(?: [a-z][a-z-]*){0,2}$/;

/** Reads lists such as `Forbidden attributes: email` and `Optional: coupon`, so that no later reader treats their attributes as required. */
function readUnasked(reading: Reading, isEvent: (word: string) => boolean): void {
  for (const match of [...reading.text.matchAll(UNASKED)]) {
    let at = match.index + match[0].length;
    // Without its colon, later readers do not take the list for one of required attributes.
    reading.take(at - 1, 1);
    const rest = reading.text.slice(at, at + 600);
    const list = (UNASKED_LIST.exec(rest)?.[0] ?? "").replace(/\([^()]*\)/g, (remark) => " ".repeat(remark.length));
    const parts = list.split(/(,(?!\d)|\s(?:and|or|as well as)\s|\n|&)/);
    // The last words are the heading of the next list.
    if (parts.length > 1 && rest[list.length] === ":") parts.pop();
    const forbid = (words: string, name: string): void => {
      if (match.groups?.forbidden === undefined) return;
      const kind = FORBIDDABLE.test(name) && !isEvent(name) ? "absent" : "other";
      const wanted = kind === "absent" ? { attribute: name, wanted: "" } : { wanted: "never" };
      reading.add({ kind, ...wanted, words: `${match[0]} ${words}` });
    };
    if (list.trim() === "") forbid("", "");
    for (const part of parts) {
      const words = part.trim();
      const item = words.replace(DETERMINERS, "");
      // Text that continues as a sentence is left to the other readers.
      if (BOUNDARY.test(withoutQuotes(item))) {
        forbid(words, "");
        break;
      }
      if (item.length > 1 && !/^(?:and|or|as well as)$/i.test(item)) {
        reading.take(at, part.length);
        forbid(words, unquoted(item));
      }
      at += part.length;
    }
  }
}

/** Reads lists such as `… is sent with the currency EUR and a coupon` and `the event names …`. */
function readLists(reading: Reading, names: ReadonlySet<string>): void {
  const events = [...names].map(escapeRegExp).join("|") || "(?!)";
  const sent = `(?:is|are|be|gets?)?\\s*(?:sent|sends?|fired?|fires|push(?:es|ed)?|expected|tracked|measured|reported|logged|recorded|triggered|emitted)|${EVENT_WORD}|[\`"]?(?:${events})[\`"]?`;
  const between = "(?:\\s+(?!when|if|after|before|while|that|who|which|because|once|as)[\\w`\"'-]+){0,5}?";
  const start = new RegExp(
    `\\b(?:${sent})\\b[\`"]?${between}\\s+(?:(?:along|together)\\s+)?(with|including|containing|carrying|plus)\\s+`,
    "gi",
  );
  const verbs = new RegExp(
    `(?:[\`"]?\\b(?:${events})\\b[\`"]?|\\b(?:${EVENT_WORD}|it|that|which)\\b)\\s+(?:(?:must|should|shall|has to|needs to|and|also|always)\\s+)*(names?|carr(?:y|ies)|contains?|includes?|holds?|has|have|reports?|passes|pass|delivers?|transmits?|states?|gives?|sets?|needs?|requires?)\\s+`,
    "gi",
  );
  const also =
    /\b(?:with|including|plus|and|containing|carrying)\s+(?:the\s+|an?\s+)?(?:required|mandatory|additional|extra|parameter|attribute|field|property|key)\s+/gi;
  const goesOn =
    /\band\s+(?:(?:it|must|should|shall|has to|needs to|also|always)\s+)*(?:contains?|includes?|carr(?:y|ies))\s+/gi;
  for (const pattern of [start, verbs, also, goesOn])
    for (const match of [...reading.text.matchAll(pattern)]) {
      const from = match.index + match[0].length;
      const rest = reading.text.slice(from, from + 300);
      const end = BOUNDARY.exec(withoutQuotes(rest));
      const list = end === null ? rest : rest.slice(0, boundaryEnd(rest, end.index));
      let at = from;
      for (const part of list.split(
        /(,(?!\d)\s*(?:and\s+)?|\s+and\s+|\s+as well as\s+|\s+plus\s+|\s*&\s*|\s+or\s+|\s+with\s+)/,
      )) {
        if (!/^(?:,|\s+(?:and|as well|plus|or|with)\b|\s*&)/.test(part)) readItem(reading, part, at, names);
        at += part.length;
      }
    }
}

/** Replaces quoted texts and decimals, which contain no boundaries. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/g, (quoted) => "_".repeat(quoted.length))
    .replace(/(\d)[.:](?=\d)|(\w)\.(?=\w)/g, "$1$2_");
/** Returns where a list ends. `currency: EUR` and `currency is EUR` continue after the boundary. */
function boundaryEnd(rest: string, index: number): number {
  const value = new RegExp(`^\\s*(?::|is|are|must be|should be|has to be)\\s*(?:${LITERAL})`).exec(rest.slice(index));
  return value === null ? index : index + value[0].length;
}

function readItem(reading: Reading, part: string, at: number, names: ReadonlySet<string>): void {
  const lead = /^\s*/.exec(part)?.[0].length ?? 0;
  const whole = part.trim();
  const item = whole
    .replace(DETERMINERS, "")
    .replace(/\s+(?:parameters?|attributes?|fields?|properties|property|variables?)$/i, "")
    .trim();
  if (
    item.length < 2 ||
    /^(?:an?|the|its)$/i.test(item) ||
    item.length > 100 ||
    NO_ATTRIBUTE.test(item) ||
    names.has(unquoted(item).toLowerCase())
  )
    return;
  const one = itemOf(item);
  if (one === null) return;
  reading.take(at + lead, whole.length);
  reading.add({ ...one, words: whole });
}

type Item = { kind: "present" | "value" | "currency"; wanted: string; attribute: string };

function itemOf(item: string): Item | null {
  const reversed = new RegExp(`^(${LITERAL})\\s+(?:as|for|in)\\s+(?:the\\s+|its\\s+)?[\`"]?(${NAME})[\`"]?$`).exec(
    item,
  );
  if (reversed) return withValue(reversed[2] ?? "", reversed[1] ?? "");
  const said = new RegExp(
    `^[\`"]?(${NAME})[\`"]?\\s*(?:=|:|\\bis\\b|\\bequals?\\b|\\bof\\b|\\bset to\\b|\\bmust be\\b|\\bshould be\\b)?\\s*(${LITERAL})$`,
  ).exec(item);
  if (said && !/^\d/.test(said[1] ?? "")) return withValue(said[1] ?? "", said[2] ?? "");
  const assigned = new RegExp(`^[\`"]?(${NAME})[\`"]?\\s*(?:=|:|\\bequals?\\b|\\bset to\\b)\\s*([\\w .-]{1,60})$`).exec(
    item,
  );
  if (assigned) return withValue(assigned[1] ?? "", assigned[2] ?? "");
  const [first = "", second = "", ...more] = item.split(/\s+/);
  if (
    second !== "" &&
    more.length === 0 &&
    !COMPOUND.test(second) &&
    /^[a-z][\w-]*$/.test(second) &&
    (TAKES_WORD.has(first.toLowerCase()) || FORMS_NAME.test(first))
  )
    return withValue(first, second);
  const phrase = unquoted(
    item.replace(/\s+of\s+(?:the|an?|its|their|each|all|what|every)\b.*$/i, "").replace(/[`"]/g, ""),
  );
  const words = phrase.split(/\s+/);
  // Proper names are not attributes: "with Google Analytics".
  if (
    words.length > 4 ||
    !/^[\w.[\]' -]+$/.test(phrase) ||
    (/[A-Z]/.test(phrase) && !isName(phrase)) ||
    NO_ATTRIBUTE.test(phrase)
  )
    return null;
  return { kind: "present", attribute: phrase, wanted: "" };
}

function withValue(attribute: string, value: string): Item {
  const plain = unquoted(value);
  if (/currency/i.test(attribute)) return { kind: "currency", attribute: "currency", wanted: plain.toUpperCase() };
  return { kind: "value", attribute, wanted: plain };
}

/** Reads sentences whose subject is an attribute. */
function readSentences(reading: Reading, isEvent: (word: string) => boolean): void {
  const usable = (word: string): boolean => !isEvent(word) && isName(word);
  reading.each(
    new RegExp(
      `(?:\\bthe\\s+)?(?:\\b(?:parameter|attribute|property|field|key|variable)\\s+)?[\`"]?\\b(${NAME})\\b[\`"]?\\s+(?:(?:must|should|has to|have to|needs? to|shall)\\s+(?:always\\s+)?(?:be|equal|read|say)(?:\\s+(?:set\\s+to|equal\\s+to|exactly))?|equals?|=|is set to|is always)\\s*(${LITERAL}|[a-z][\\w-]{0,40})`,
      "g",
    ),
    ([, name = "", value = ""]) => (!usable(name) || NO_VALUE.test(value) ? null : withValue(name, value)),
  );
  reading.each(
    new RegExp(`(?:\\bthe\\s+)?[\`"]?\\b(${NAME})\\b[\`"]?(?:\\s+(?:is|was|reads|of)|\\s*:)\\s+(${LITERAL})`, "g"),
    ([, name = "", value = ""]) => (usable(name) ? withValue(name, value) : null),
  );
  reading.each(
    new RegExp(`(?:\\bthe\\s+)?[\`"]?\\b(${NAME})\\b[\`"]?\\s+(${LITERAL})(?=\\s|[.,;)]|$)`, "g"),
    ([, name = "", value = ""]) =>
      usable(name) && !/^(?:true|false|null)$/.test(value) ? withValue(name, value) : null,
  );
  const state =
    "missing|required|mandatory|needed|obligatory|present|set|filled(?: in)?|included|given|there|sent along|passed(?: along| on)?|attached|not empty|non-empty|not (?:set|sent|passed|included|there|filled)|never (?:set|sent|empty)|left out|empty|lost|also sent|absent";
  reading.each(
    new RegExp(
      `(?:\\b(?:an?|the|its|their)\\s+)?(?:[\`"]?\\b((?:[\\w-]{1,60}\\s+){0,2}?[\\w[\\]-]{1,60}(?:\\.[\\w[\\]-]{1,60}){0,6})\\b[\`"]?(?:\\s+(?:parameter|attribute|field|property|key))?)\\s+(?:is|are|was|must be|should be|has to be|have to be|needs to be|shall be|must not be|should not be|may not be)\\s+(?:always\\s+|also\\s+|still\\s+)?(?:${state})\\b`,
      "gi",
    ),
    (match) => {
      const phrase = match[1]?.trim() ?? "";
      const last = phrase.split(/\s+/).at(-1) ?? "";
      if (isEvent(last) || /^(?:events?|tracking)$/i.test(last)) return null;
      const named =
        isName(last) ||
        KNOWN.has(phrase.replace(/\s+/g, "_").toLowerCase()) ||
        /(?:parameter|attribute|field|property|key)\s+(?:is|are|must|should|has)/i.test(match[0]);
      if (!named) return null;
      const forbidden = /\b(?:must|should|may) not be (?:set|sent|present|included|there|passed|filled)/i.test(
        match[0],
      );
      return { kind: forbidden ? "absent" : "present", attribute: isName(last) ? last : phrase, wanted: "" };
    },
  );
  reading.each(
    /\b(?:must|should|may|shall|does|do|can)(?:\s+not|n't|\s+never)\s+(?:contain|include|carry|have|hold|name|send|pass|transmit|set)\s+(?:the\s+|an?\s+|any\s+)?["“`]?([\p{L}\w.[\]' -]{2,60}?)["”`]?(?=\s*(?:[.,;:]|$|\n)|\s+(?:when|if|for|in|on|at|or|and|of)\b)/giu,
    ([, phrase = ""]) =>
      isEvent(phrase) || /\bevents?\b/.test(phrase) ? null : { kind: "absent", attribute: phrase.trim(), wanted: "" },
  );
  reading.each(
    /\b(?:without|no)\s+(?:the\s+|an?\s+|any\s+)?(?:(e-?mail(?: address(?:es)?)?|personal (?:data|information)|pii|names?|phone numbers?|user ids?)|[`"]?([\w.[\]]+)[`"]?\s+(?:parameter|attribute|field|property|key))\b/gi,
    ([, data, name]) => ({ kind: "absent", attribute: name ?? data ?? "", wanted: "" }),
  );
  const present = (name: string): Item | null =>
    usable(name) ? { kind: "present", attribute: name, wanted: "" } : null;
  reading.each(/\b(?:required|mandatory|non-?empty|obligatory)\s+[`"]?([\w.]+)[`"]?/gi, ([, name = ""]) =>
    present(name),
  );
  // A list after a colon: `Required: value, currency`. Words after a preposition name a place, not an attribute: `the event on the list`.
  reading.each(
    /(?<=\b(?:required|mandatory|missing|parameters?|attributes?|fields?)\s?:([^.;:!?()\n]{0,200}))[`"]?\b([\w.]+)\b[`"]?/gi,
    ([, before = "", name = ""]) =>
      /\S\s+(?:on|in|at|of|from|for)\s/i.test(before.split(/,|\b(?:and|or)\b/i).at(-1) ?? "") ? null : present(name),
  );
}

const NO_VALUE =
  /^(?:required|mandatory|present|set|sent|filled|included|greater|higher|lower|less|more|at|an?|the|part|there|passed|given|not|never|always|as|in|correct|right|valid|unique|tracked|measured|counted|non|empty|positive|reported|checked|tested|able|visible|shown|known|seen|read|to)$/i;

/** Reads names that stand alone: `item_id`, `transactionId`, `ecommerce.tax`. */
function readBare(reading: Reading, isEvent: (word: string) => boolean): void {
  reading.each(
    /(?:\b(?:the\s+)?(?:event|events)\s+)?[`"]?\b([a-z][\w]*(?:(?:\[\d*\])?\.[a-z_]\w*)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)\b[`"]?(?:\s+(?:event|parameter|attribute|field))?/g,
    ([words, name = ""]) => {
      if (isEvent(name) || NO_NAME.test(name) || !FORMS_NAME.test(name)) return null;
      if (/\bevents?\b/.test(words)) return { kind: "other", wanted: "never" };
      return { kind: "present", attribute: name, wanted: "" };
    },
  );
}
