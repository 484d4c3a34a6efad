// A ticket, and the part of its text that describes what somebody does. The text is untrusted: it is compared, shown and truncated, never
// obeyed.
import { wordsOf } from "../functional/find/words.ts";
import { oneLine, truncate } from "../text.ts";
import type { Condition } from "./conditions/condition.ts";
import { TWICE } from "./conditions/settings.ts";
import { languageOf, ticketInEnglish } from "./otherLanguages.ts";

/** Maximum number of stored characters per field. */
export const TICKET_LIMITS = { key: 100, title: 500, description: 20_000 } as const;

/** `args`: the caller passed the text. */
export const TICKET_SOURCES = ["args", "jira", "github", "gitlab"] as const;
export type TicketSource = (typeof TICKET_SOURCES)[number];

export type Ticket = {
  key: string;
  title: string;
  description: string;
  source: TicketSource;
  /** URL for people; null if unknown. */
  url: string | null;
  /** Why the ticket could not be read from its system, as a sentence. */
  problem?: string;
};

/** Number of characters of a description that describe the ticket; logs and tables usually follow. */
const MAX_DESCRIBED = 600;
/** Minimum number of significant words. A ticket with fewer says too little to be matched with certainty. */
export const MIN_WORDS = 2;

/** Recognizes tickets which ask that something is not sent. A scenario in which it is not sent does not prove that it never is. */
const ABSENCE = new RegExp(
  [
    `\\b(?:must|should|shall|may|can|ought to|is to|are to|has to|have to)\\s?(?:not|never|n't|no longer)\\b(?! only\\b| ${TWICE})[^.\\n]{0,60}?\\b(?:sent|send|fired?|tracked|measured|counted|reported|pushed|logged|recorded|triggered)\\b`,
    `\\b(?:mustn't|shouldn't|never)\\b(?! ${TWICE})[^.\\n]{0,40}?\\b(?:sent|sends?|fired?|tracked|measured|counted|reported|pushed|logged|recorded|triggered)\\b`,
    `\\b(?:without|no)\\s+(?:an? |any )?(?:tracking )?events?\\s+(?:must|should|may|shall|is|are)\\b(?! ${TWICE})`,
  ].join("|"),
  "i",
);

/** End of a line before a blank line or a list item, unless the sentence continues there. */
const ITEM_END = /(?<![\s:]|\b(?:not|never|be))[ \t]{0,20}\n(?=[ \t]{0,20}(?:\n|[-*+#]+ |\d+[.)] ))/gi;

export type TicketIntent = {
  /** Whether the ticket asks that something is not sent. */
  absence: boolean;
  /** The compared texts: the title alone, and the title with the beginning of the description. */
  title: string;
  text: string;
  /** Number of distinct significant words in the title and description. */
  words: number;
  /** Quoted values of the ticket: a product, a text, an amount. */
  literals: string[];
};

/** Code, tables, markup and mentions of GitHub, GitLab and Jira, which do not describe what somebody does. */
const MARKUP: readonly [RegExp, string][] = [
  [/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g, " "],
  [/\{(?:code|noformat)(?::[^}]{0,80})?\}[\s\S]*?(?:\{(?:code|noformat)\}|$)/g, " "],
  [/<!--[\s\S]*?(?:-->|$)/g, " "],
  [/<\/?[a-z][^<>]{0,300}>/gi, " "],
  [/!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)/g, " "],
  [/\[([^\]\n]{1,200})\]\([^)\n]{0,500}\)/g, "$1"],
  [/\[([^|\]\n]{1,200})\|[^\]\n]{1,500}\]/g, "$1"],
  [/^[ \t]*\|.*\|[ \t]*$/gm, " "],
  [/^[ \t]*(?:#{1,6}|h[1-6]\.|>|[-*+]|\d+[.)])\s+/gm, " "],
  [/[*~]{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, ""],
  [/@[\w./-]{1,60}/g, " "],
];

const plain = (text: string): string =>
  oneLine(MARKUP.reduce((all, [pattern, instead]) => all.replace(pattern, instead), text));

/** Every such ticket says that something is measured; what somebody does is in the rest of the text. */
const MEASURING: readonly RegExp[] = [
  /\b(?:(?:is|are|was|were|be|been|being|gets?|must|should|shall|will|has to|have to|needs? to|ought to|to)\s+)*(?:not\s+|never\s+|no longer\s+)?(?:be\s+)?(?:track(?:ed|s)?|measured?s?|count(?:ed|s)?|report(?:ed|s)?|logged|recorded|visible|invisible|seen)\b(?:\s+in (?:the|our) (?:reports?|analytics|dashboards?|numbers|statistics|figures))?/gi,
  /\b(?:an?|the|this|that|our|no|any)?\s*(?:tracking |analytics |data ?layer )?events?\b(?:\s+(?:is|are|must be|should be)\s+(?:missing|expected|sent|fired))?/gi,
  /\b(?:must |should |shall |will )?(?:sends?|sent|fires?|fired|triggers?|pushe[sd]|emits?)\b/gi,
  /\b(?:we|marketing|nobody|product|sales|management|you)\s+(?:would like|wants?|needs?|knows?|cannot tell|can't tell|see|expects?)(?:\s+to)?(?:\s+(?:know|see|tell|count|measure))?\b/gi,
  /\b(?:how many|how often|the number of|each time|every time|whenever)\b/gi,
  /\b(?:in|on|from) (?:the|our) (?:reports?|analytics|dashboards?)\b/gi,
];

/** Returns the text without phrases about measuring, or all of it if too little is left. */
function deedOf(text: string): string {
  const left = oneLine(MEASURING.reduce((all, pattern) => all.replace(pattern, " "), text)).replace(
    /\s+([.,;:])/g,
    "$1",
  );
  return wordsOf(left).stems.length >= MIN_WORDS ? left : text;
}

/** Ticket keys at the beginning of titles: `SHOP-12: …`, `[SHOP-12] …`, `#12 …`. */
export const KEYS = /^(?:\[?[A-Z][A-Z0-9]{1,9}-\d{1,7}\]?|#\d{1,7})\s*[:\-–]?\s*/;

/** Kinds of conditions that do not describe what somebody does. */
const BESIDE: ReadonlySet<string> = new Set([
  "browser",
  "device",
  "language",
  "present",
  "absent",
  "value",
  "currency",
  "count",
]);

/** Removes the words of conditions besides the action, because a ticket means the same action in every browser and with every value. */
const withoutConditions = (text: string, conditions: readonly Condition[]): string =>
  oneLine(
    conditions
      .filter(({ kind, wanted }) => BESIDE.has(kind) || wanted === "never")
      .toSorted((a, b) => b.words.length - a.words.length)
      .reduce((all, { words }) => all.replace(words, " "), text)
      .replace(/\b(?:with|and|plus|including)\s+(?=(?:and|with)\b|[.,;]|$)/gi, " ")
      .replace(/\s+([.,;:])/g, "$1"),
  );

/** `conditions`: the conditions read from the ticket, on which its match does not depend. */
export function intentOf(
  given: Pick<Ticket, "title" | "description">,
  conditions: readonly Condition[] = [],
): TicketIntent {
  const { title, description } = inEnglish(given, "told");
  const head = withoutConditions(plain(title).replace(KEYS, ""), conditions);
  const beside = (text: string): string => withoutConditions(plain(text), conditions);
  const body = truncate(beside(description), MAX_DESCRIBED);
  const text = body === "" ? head : head === "" ? body : `${head.replace(/[.!?]$/, "")}. ${body}`;
  return {
    // Checks the whole text, because a prohibition may be at its end.
    absence: ABSENCE.test(head) || ABSENCE.test(beside(description.replace(ITEM_END, ".\n"))),
    title: deedOf(head === "" ? text : head),
    text: deedOf(text),
    words: new Set(wordsOf(deedOf(text)).stems).size,
    literals: literalsOf(`${given.title}\n${given.description.slice(0, TICKET_LIMITS.description)}`),
  };
}

/** Translates a whole ticket into English, from which conditions are read. Quoted texts stay as on the tested pages. */
export const englishTicket = <T extends Pick<Ticket, "title" | "description">>(ticket: T): T => ({
  ...ticket,
  ...inEnglish(ticket, "kept"),
});

/** Translates both texts if together they are in a known language other than English. */
function inEnglish(
  given: Pick<Ticket, "title" | "description">,
  quoted: Parameters<typeof ticketInEnglish>[2],
): Pick<Ticket, "title" | "description"> {
  const title = given.title.slice(0, TICKET_LIMITS.title);
  // Text typed in a browser contains \r\n, which would hide the ends of its lines.
  const description = given.description.slice(0, TICKET_LIMITS.description).replace(/\r/g, "");
  const language = languageOf(`${title}\n${description}`);
  if (language === null) return { title, description };
  return {
    title: ticketInEnglish(title, language, quoted),
    description: ticketInEnglish(description, language, quoted),
  };
}

const MAX_LITERALS = 10;

function literalsOf(text: string): string[] {
  const found = [...text.matchAll(/"([^"\n]{2,80})"|“([^”\n]{2,80})”|`([^`\n]{2,80})`/g)].map((match) =>
    oneLine(match[1] ?? match[2] ?? match[3] ?? ""),
  );
  return [...new Set(found)].filter((one) => one !== "").slice(0, MAX_LITERALS);
}

/** Returns the literals that a scenario's own sentences do not contain. */
export function missingLiterals(literals: readonly string[], sentences: readonly string[]): string[] {
  const held = sentences.join("\n").toLowerCase();
  return literals.filter((one) => !held.includes(one.toLowerCase()));
}
