// Reads conditions about where and how somebody acts: browser, device, language, consent, number of times, page.
import { type Condition, type Reading, SEVERAL } from "./condition.ts";

type Row = readonly [RegExp, Condition["kind"], string];

const BROWSERS: readonly Row[] = [
  [
    /\bcross[- ]browser\b|\b(?:all|every|each|any|other|different|several|both|two|multiple|supported)\s+(?:the\s+|of\s+the\s+)?(?:major |modern |common |supported )?browsers?\b/gi,
    "browser",
    SEVERAL,
  ],
  [
    /\b(?:in|on|with|for|from|using|of)\s+(?:the\s+)?(?:google )?chrom(?:e|ium)(?:\s+\d+)?\b|\b(?:google )?chrome\b/gi,
    "browser",
    "chromium",
  ],
  [
    /\b(?:(?:in|on|with|for|from|using|of)\s+)?(?:the\s+)?(?:mozilla\s+)?firefox(?:\s+\d+)?\b|\bgecko\b/gi,
    "browser",
    "firefox",
  ],
  [
    /\b(?:(?:in|on|with|for|from|using|of)\s+)?(?:the\s+)?(?:apple(?:'s)?\s+)?(?:safari|webkit)(?:\s+\d+)?\b/gi,
    "browser",
    "webkit",
  ],
  [/\b(?:[Mm]icrosoft|MS)\s+[Ee]dge\b|\b(?:in|on|with|for|using)\s+Edge\b/g, "browser", "edge"],
  [
    /\b(?:internet explorer|ie ?11|samsung internet|opera mini)\b|\b(?:in|on|with|using)\s+(?:opera|brave|vivaldi)\b/gi,
    "browser",
    "another",
  ],
  [/\bin-app browsers?\b|\bweb ?views?\b/gi, "browser", "another"],
];

const OF_DEVICE =
  "(?:\\s+(?:devices?|users?|visitors?|viewports?|screens?|view|version|site|browsers?|layouts?|customers?|shoppers?|widths?|sizes?))?";
const DEVICES: readonly Row[] = [
  [
    /\bresponsive\b|\b(?:all|every|each|any|other|both|different|several)\s+(?:kinds? of\s+)?(?:devices?|screen sizes?|viewports?|screens?|platforms?)\b/gi,
    "device",
    SEVERAL,
  ],
  [
    new RegExp(`\\b(?:on|with|for|from|using)?\\s*(?:an?\\s+)?(?:iphones?|ipads?|android|ios)\\b${OF_DEVICE}`, "gi"),
    "device",
    "another",
  ],
  [
    new RegExp(
      `(?<!\\b(?:by|over the|per|via|the)\\s)\\b(?:(?:on|with|for|from|using)\\s+)?(?:an?\\s+|the\\s+)?(?:(?:smart ?|mobile |cell ?)?phones?(?!\\s+(?:numbers?|calls?|fields?|cases?|support|orders?|lines?|sales))|mobiles?(?!\\s+(?:numbers?|apps?))|(?:small|narrow|tiny)(?=\\s+(?:screens?|viewports?|windows?))|handhelds?|handsets?|touch ?screens?|touch devices?)\\b${OF_DEVICE}`,
      "gi",
    ),
    "device",
    "phone",
  ],
  [new RegExp(`\\b(?:(?:on|with|for|from|using)\\s+)?(?:an?\\s+)?tablets?\\b${OF_DEVICE}`, "gi"), "device", "tablet"],
  [
    new RegExp(
      `\\b(?:(?:on|with|for|from|using)\\s+)?(?:an?\\s+|the\\s+)?(?:desktops?(?!\\s+app)|laptops?|(?:large|wide|big)(?=\\s+(?:screens?|viewports?|windows?)))\\b${OF_DEVICE}`,
      "gi",
    ),
    "device",
    "desktop",
  ],
];

const LANGUAGES: Readonly<Record<string, string>> = {
  english: "en",
  german: "de",
  french: "fr",
  spanish: "es",
  italian: "it",
  dutch: "nl",
  portuguese: "pt",
  polish: "pl",
  swedish: "sv",
  danish: "da",
  norwegian: "no",
  finnish: "fi",
  czech: "cs",
  greek: "el",
  turkish: "tr",
  russian: "ru",
  ukrainian: "uk",
  hungarian: "hu",
  romanian: "ro",
  japanese: "ja",
  chinese: "zh",
  korean: "ko",
  arabic: "ar",
  hebrew: "he",
};
const NAMES = Object.keys(LANGUAGES).join("|");
const OF_LANGUAGE =
  "versions?|pages?|sites?|shops?|stores?|websites?|locales?|translations?|visitors?|users?|customers?|shoppers?|buyers?|interface|market|domain|storefront|checkout|customers?|language|speakers?";

function readLanguages(reading: Reading): void {
  const code = (name: string): string => LANGUAGES[name.toLowerCase()] ?? name.slice(0, 2).toLowerCase();
  reading.each(
    /\b(?:all|every|each|other|both|several|different)\s+(?:supported\s+|available\s+)?(?:languages?|locales?|countries|markets|translations?)\b|\bright-to-left\b|\brtl\b|\b(?:translated|locali[sz]ed)\b/gi,
    () => ({ kind: "language", wanted: SEVERAL }),
  );
  for (const pattern of [
    new RegExp(`\\bin\\s+(?:the\\s+)?(${NAMES})\\b(?:\\s+(?:${OF_LANGUAGE}))?`, "gi"),
    new RegExp(
      `\\b(?:(?:on|in|for|from|of)\\s+)?(?:the\\s+|our\\s+)?(${NAMES})(?:[- ](?:language|speaking))?\\s+(?:${OF_LANGUAGE})\\b`,
      "gi",
    ),
    new RegExp(
      `\\b(?:locale|language|lang)\\s*(?:code\\s+)?(?:is\\s+|set\\s+to\\s+|switched\\s+to\\s+|of\\s+|=\\s*|:\\s*)?[\`"]?(${NAMES}|[a-z]{2}[-_][A-Z]{2})\\b[\`"]?`,
      "gi",
    ),
  ])
    reading.each(pattern, ([, name = ""]) => ({ kind: "language", wanted: code(name) }));
  reading.each(/\b([a-z]{2})-[A-Z]{2}\b/g, ([, name = ""]) => ({ kind: "language", wanted: name }));
}

/** A few words of the same clause. */
const MAY = "(?:\\s+(?!(?:when|if|after|before|once|at|and|in|on)\\b)[\\w-]+){0,4}?\\s+";
const THING = "(?:cookies?|consent|tracking|(?:cookie|consent|privacy) (?:banner|dialog|notice)s?)";
const CONSENT: readonly Row[] = [
  [
    new RegExp(
      `\\b(?:before|prior to|until|ahead of)(?:\\s+[\\w-]+){0,4}?\\s+${THING}\\b(?:\\s+(?:is|are|was|were|has|have|been|given|granted|answered|accepted|closed|decided|made|shown|choices?|decision|settings?)\\b)*`,
      "gi",
    ),
    "consent",
    "none",
  ],
  [
    new RegExp(
      `\\b(?:ignor\\w+|leav\\w+ open|(?:not|n't|without)(?: \\w+)? (?:answer|clos|click|touch)\\w*)${MAY}${THING}\\b`,
      "gi",
    ),
    "consent",
    "none",
  ],
  [
    new RegExp(`\\b${THING}(?:\\s+[\\w-]+){0,3}?\\s+(?:ignored|unanswered|left open|not (?:yet )?answered)\\b`, "gi"),
    "consent",
    "none",
  ],
  [
    /\b(?:without|no|missing|lacking)\s+(?:any |the |a |cookie |tracking |marketing |analytics |prior |explicit |their |his )*(?:consent|cookies?)\b(?:\s+(?:is|was|were|being|given|granted|accepted|set)\b)*/gi,
    "consent",
    "not accepted",
  ],
  [
    new RegExp(
      `\\b${THING}(?:\\s+[\\w-]+){0,3}?\\s+(?:not|never|n't)\\s+(?:been\\s+)?(?:given|granted|accepted|allowed|agreed)\\b`,
      "gi",
    ),
    "consent",
    "not accepted",
  ],
  [
    new RegExp(
      `\\b(?:not|never|n't|nobody|no)\\s+(?:\\w+\\s+)?(?:accept|allow|grant|giv|agree|consent)\\w*${MAY}${THING}\\b`,
      "gi",
    ),
    "consent",
    "not accepted",
  ],
  [
    /\b(?:accept\w*\s+)?(?:only|just)\s+(?:the\s+)?(?:strictly\s+)?(?:necessary|essential|required|functional)\s+(?:cookies?|ones)\b/gi,
    "consent",
    "reject",
  ],
  [
    new RegExp(
      `\\b(?:(?:after|when|if|once|where|while|with|even\\s+(?:if|when|after))\\s+)?(?:all\\s+|the\\s+|their\\s+|marketing\\s+|analytics\\s+|optional\\s+)*${THING}(?:\\s+[\\w-]+){0,4}?\\s+(?:declined|rejected|refused|denied|revoked|withdrawn|withheld|turned (?:down|off)|blocked|disabled|opted out)\\b`,
      "gi",
    ),
    "consent",
    "reject",
  ],
  [
    new RegExp(
      `\\b(?:declin|reject|refus|den[yi]|revok|withdr[ae]w|withhold|block|disabl)\\w*${MAY}${THING}\\b|\\b(?:declin|reject|refus|den[yi]|revok)\\w*\\s+${THING}\\b|\\bopt(?:s|ed|ing)?[- ]out of (?:tracking|cookies|analytics)\\b|\\bturn\\w* (?:down|off)${MAY}${THING}\\b`,
      "gi",
    ),
    "consent",
    "reject",
  ],
  [
    new RegExp(
      `\\b(?:(?:after|when|if|once|where|with)\\s+)?(?:all\\s+|the\\s+|their\\s+)*${THING}(?:\\s+[\\w-]+){0,4}?\\s+(?:accepted|allowed|granted|given|agreed(?: to)?|approved|confirmed)\\b`,
      "gi",
    ),
    "consent",
    "accept",
  ],
  [
    new RegExp(`\\b(?:accept|allow|grant|giv|agree|approv)\\w*(?:\\s+[\\w-]+){0,4}?\\s+${THING}\\b`, "gi"),
    "consent",
    "accept",
  ],
  [
    /\bwith\s+(?:full |marketing |analytics |given |prior |explicit |the )*consent\b(?!\s+(?:state|status|mode|string|id))|\bconsent(?:s|ed|ing)\b(?:\s+to\s+\w+)?/gi,
    "consent",
    "accept",
  ],
];

const TIMES: Readonly<Record<string, string>> = {
  once: "1",
  one: "1",
  single: "1",
  twice: "2",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
};
const UNIT =
  "(?:session|visit|page ?views?|page|day|week|month|hour|order|user|visitor|customer|product|item|line|click|load|browser|device|purchase|basket|cart|tab)";

/** After a negation, this asks for at most one time; it forbids nothing. */
export const TWICE =
  "(?:be\\s+)?(?:\\w+\\s+)?(?:twice|two times|more than once|a second time|repeatedly|multiple times|several times|doubled?)\\b";

function readCounts(reading: Reading): void {
  reading.each(
    new RegExp(
      `\\b(?:(?:exactly|only|just|at most|at least)\\s+)?(?:once|twice|one|one time|one event|an event|a single (?:event|time|hit)|at most one|\\d{1,3} times?)\\s+(?:per|a|an|for each|for every|each|every|in (?:a|each|every|one))\\s+(?:single\\s+)?${UNIT}\\b`,
      "gi",
    ),
    () => ({ kind: "other", wanted: "never" }),
  );
  reading.each(
    new RegExp(
      `(?:\\bno\\s+events?\\s+\\w+|\\b(?:not|never|no)|n't)\\s+${TWICE}|\\b(?:no|without|avoid(?:s|ing)?|not a)\\s+(?:any\\s+)?(?:duplicates?|doubles?|double \\w+|duplicated? \\w+|repeats?|repetitions?|second (?:event|time|hit|one))\\b`,
      "gi",
    ),
    () => ({ kind: "count", wanted: "1" }),
  );
  const count = (word: string): string => TIMES[word.toLowerCase()] ?? String(Number(word));
  reading.each(
    /\b(?:exactly|only|just|precisely|(at most|no more than|not more than)|(at least|no fewer than|no less than))\s+(once|twice|one|two|three|four|five|\d{1,3})\b(?:\s+(?:times?|events?))?/gi,
    ([, most, least, word = ""]) => {
      // An event that was not sent at all is not counted, so "at most once" means once.
      const bound = least ? ">=" : most && count(word) !== "1" ? "<=" : "";
      return { kind: "count", wanted: `${bound}${count(word)}` };
    },
  );
  reading.each(
    /\b(once|twice)(?=\s*(?:[.,;:!?)]|$|\n|(?:and|but|with|when|after|if|even|though|although|regardless|no matter|however|whatever|on|in|while|as|not)\b))/gi,
    ([, word = ""]) => ({ kind: "count", wanted: count(word) }),
  );
  reading.each(
    /\b(one|two|three|four|five|\d{1,3}) times?\b|\b(?:a|one) (single) (?:time|event)\b/gi,
    ([, some, one]) => ({ kind: "count", wanted: count(some ?? one ?? "1") }),
  );
}

/** Quoted texts are controls and values; they name no browser and no device. */
export function readSettings(reading: Reading): void {
  for (const [pattern, kind, wanted] of [...CONSENT, ...BROWSERS, ...DEVICES])
    reading.each(pattern, () => ({ kind, wanted }));
  readLanguages(reading);
  readCounts(reading);
}
