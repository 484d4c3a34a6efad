// What must be shown: texts in quotes as they are; for plain words, what the page really shows.
import { SAY } from "../../library/sentences.ts";
import { look, mustHold, nothing, type State } from "../state.ts";
import { bare, isPronoun, quotedIn } from "../words.ts";
import type { Rule } from "./rule.ts";
import { confirmationOf, errorOf, shownAs, shownText } from "./shown.ts";

const MODAL = "(?:(?:should|must|can|will|now|still|also|then|only|immediately)\\s+)*";
const SEES = `${MODAL}(?:sees?|expects?(?:\\s+to\\s+see)?|is\\s+(?:now\\s+)?shown|are\\s+shown|is\\s+told(?:\\s+that)?|gets?(?:\\s+to\\s+see)?|notices?|receives?|finds?)`;
const CHECKS =
  "(?:checks?|verif(?:y|ies)|makes?\\s+sure|ensures?|confirms?|asserts?|expects?|sees?|finds\\s+out)(?:\\s+(?:that|if|whether))?";
/** "Checks" alone ticks a checkbox, and "confirms" presses a button. */
const ASSERTS =
  "(?:(?:checks?|confirms?|finds\\s+out)\\s+(?:that|if|whether)|(?:verif(?:y|ies)|makes?\\s+sure|ensures?|asserts?)(?:\\s+(?:that|if|whether))?)";
const SUBJECT =
  "(?:(?:the|an?|its|his|her|their|this|that)\\s+)?(?:\\S+\\s+){0,4}?(?:page|list|basket|cart|bag|table|summary|results?|heading|headline|header|title of the page|status|message|text|alert|total|sum|screen|site|counter|badge|section|dialog|form|footer|product|book|entry|task|overview|account|profile|order|it)";
const SHOWS = "(?:shows?|contains?|says?|lists?|displays?|reads?|includes?|has|holds|mentions?|tells?)";
/** Words for the content of a field or a title. */
const HOLDS =
  "(?:(?:should|must|now|still|then)\\s+)*(?:has|have|holds?|shows?|contains?|includes?|says?|reads?|is|be|becomes?)";
const APPEARS =
  "(?:appears?|shows\\s+up|show\\s+up|comes\\s+up|pops\\s+up|turns\\s+up|is\\s+(?:now\\s+|then\\s+)?(?:shown|visible|displayed|listed|there|present|seen|in\\s+(?:the|his|her|their)\\s+(?:list|basket|cart|table|results?|page)|on\\s+(?:the|his|her)\\s+(?:list|page))|are\\s+(?:shown|visible|displayed|listed|there)|can\\s+be\\s+seen)";
const GONE =
  "(?:is\\s+gone|are\\s+gone|disappears?|vanishes|goes\\s+away|is\\s+(?:not|no\\s+longer|never)\\s+(?:shown|visible|listed|there|displayed|present|seen|in\\s+the\\s+(?:list|basket|cart))|isn't\\s+(?:shown|visible|there)|is\\s+hidden|is\\s+(?:removed|missing)(?:\\s+from\\s+.+)?|does\\s+not\\s+appear|doesn't\\s+appear)";
const NEVER =
  "(?:does\\s+not|doesn't|do\\s+not|don't|should\\s+not|shouldn't|must\\s+not|no\\s+longer|never|cannot|can't|can\\s+no\\s+longer|will\\s+not)";

const i = (source: string): RegExp => new RegExp(source, "i");

/** States in the words of the library's sentences. */
const STATES: Readonly<Record<string, (label: string) => string>> = {
  checked: SAY.isChecked,
  ticked: SAY.isChecked,
  selected: SAY.isChecked,
  done: SAY.isChecked,
  completed: SAY.isChecked,
  unchecked: SAY.isNotChecked,
  unticked: SAY.isNotChecked,
  "not checked": SAY.isNotChecked,
  "not ticked": SAY.isNotChecked,
  "not done": SAY.isNotChecked,
};
const USABLE: Readonly<Record<string, "isEnabled" | "isDisabled">> = {
  enabled: "isEnabled",
  active: "isEnabled",
  disabled: "isDisabled",
  "not enabled": "isDisabled",
  inactive: "isDisabled",
  "greyed out": "isDisabled",
};

const nameIn = (state: State, told: string): string | undefined =>
  isPronoun(told) ? (state.named ?? undefined) : quotedIn(told)[0];

export const SEE_RULES: readonly Rule[] = [
  {
    id: "is not shown",
    denies: true,
    fits: [
      i(
        `^(?:${CHECKS}\\s+)?(?:he\\s+|she\\s+|it\\s+|they\\s+)?${NEVER}\\s+(?:\\w+\\s+)?(?:sees?|shows?|contains?|finds?|lists?)\\s+(.+)$`,
      ),
      i(`^${SEES}\\s+no(?:\\s+longer|\\s+more)?\\s+(.+)$`),
      i(`^(?:${CHECKS}\\s+)?(.+?)\\s+${GONE}$`),
      i(`^(?:${SEES}\\s+|${CHECKS}\\s+)?neither\\s+(.+?)(?:\\s+${APPEARS})?$`),
      i(`^(?:${CHECKS}\\s+)?${SUBJECT}\\s+(?:no\\s+longer|does\\s+not|doesn't)\\s+${SHOWS}\\s+(.+)$`),
    ],
    async steps(state, match) {
      const told = match[1] ?? "";
      const texts = isPronoun(told) && state.named !== null ? [state.named] : quotedIn(told);
      if (texts.length > 0) {
        for (const text of texts) mustHold(state, SAY.notSee(text));
        return null;
      }
      await look(state);
      const gone = [...state.before].find((text) => text.toLowerCase() === bare(told).toLowerCase());
      const own = state.own.find((text) => bare(told).toLowerCase().includes(text));
      if (own !== undefined && state.named?.toLowerCase() === own) return mustHold(state, SAY.notSee(state.named));
      return gone === undefined
        ? "What must not be shown is not in quotes, and was not on the page before."
        : mustHold(state, SAY.notSee(gone));
    },
  },
  {
    id: "is in a state",
    denies: true,
    fits: [
      i(
        `^(?:${CHECKS}\\s+)?(.+?)\\s+(?:is|are|should\\s+be|must\\s+be)\\s+(?:now\\s+|marked\\s+as\\s+|shown\\s+as\\s+|still\\s+)?(${[...Object.keys(STATES), ...Object.keys(USABLE)].join("|")})$`,
      ),
    ],
    async steps(state, match) {
      const [, told = "", how = ""] = match;
      await look(state);
      const kind = how.toLowerCase();
      const usable = USABLE[kind];
      if (usable !== undefined) {
        const control = shownAs(state, told, ["button", "textbox", "combobox", "searchbox"]);
        if (!control) return `Nothing on ${state.path} is called that.`;
        return mustHold(state, SAY[usable](control.name, control.role === "button" ? "button" : "field"));
      }
      const box =
        shownAs(state, told, ["checkbox", "switch", "radio"]) ??
        shownAs(state, nameIn(state, told) ?? told, ["checkbox", "switch", "radio"]);
      if (box) return mustHold(state, (STATES[kind] ?? SAY.isChecked)(box.name));
      return undefined;
    },
  },
  {
    id: "field has a value",
    fits: [
      i(
        `^(?:${CHECKS}\\s+)?(?:the\\s+)?(?:(?<before>.+?)\\s+(?:field|box|input)|(?:field|input)\\s+(?<after>"[^"]+"))\\s+${HOLDS}\\s+(?:now\\s+|still\\s+)?(?:the\\s+(?:value|text|number)\\s+)?(?<value>"[^"]*"|empty|\\d+(?:[.,]\\d+)*)$`,
      ),
      // The value of a field is not text of the page, so it would not be found there.
      i(`^${SEES}\\s+(?:that\\s+)?(?<value>"[^"]*")\\s+in\\s+the\\s+(?<seen>.+?)\\s+(?:field|input)$`),
    ],
    async steps(state, match) {
      const { before, after, seen, value = "" } = match.groups ?? {};
      await look(state);
      const field = shownAs(state, before ?? after ?? seen ?? "", ["textbox", "searchbox", "combobox", "spinbutton"]);
      if (!field) return seen === undefined ? `No field of ${state.path} is called that.` : undefined;
      return mustHold(
        state,
        value === "empty" ? SAY.isEmpty(field.name) : SAY.hasValue(field.name, quotedIn(value)[0] ?? value),
      );
    },
  },
  {
    id: "page has a title",
    fits: [
      i(
        `^(?:${CHECKS}\\s+)?(?:the\\s+)?(?:page|window|tab|browser)(?:'s)?\\s+title(?:\\s+(?<how>${HOLDS}))?\\s+"(?<title>[^"]+)"$`,
      ),
      i(
        `^(?:${CHECKS}\\s+)?(?:the\\s+)?title\\s+of\\s+the\\s+(?:page|window|tab)\\s+(?<how>${HOLDS})\\s+"(?<title>[^"]+)"$`,
      ),
      i(`^(?:${CHECKS}\\s+)?the\\s+(?:page|window|tab)\\s+${HOLDS}\\s+(?:the\\s+title|titled)\\s+"(?<title>[^"]+)"$`),
    ],
    steps: async (state, match) => {
      const { title = "", how = "" } = match.groups ?? {};
      return mustHold(state, /contain|include/i.test(how) ? SAY.titleContains(title) : SAY.titleIs(title));
    },
  },
  {
    id: "sees an error",
    denies: true,
    fits: [
      i(
        `^(?:${CHECKS}\\s+)?(?:${SEES}\\s+)?(?:an?\\s+|the\\s+|that\\s+an?\\s+)?(?:\\w+\\s+)?(?:error|warning|problem|complaint|alert)(?:\\s+(?:message|text|notice))?(?:\\s+${APPEARS})?(?:\\s+(?:about|for|at|because|that|saying)\\s+([^"]*))?$`,
      ),
      i(`^(?:is|are|gets?)\\s+(?:refused|rejected|turned\\s+away|not\\s+(?:let|signed)\\s+in)$`),
    ],
    async steps(state) {
      await look(state);
      const text = errorOf(state);
      return text === null
        ? nothing(state, "The page shows no alert after these steps: put its text in quotes.")
        : mustHold(state, text.kind === "alert" ? SAY.alertSays(text.text) : SAY.see(text.text));
    },
  },
  {
    id: "sees a confirmation",
    fits: [
      i(
        `^(?:${CHECKS}\\s+)?(?:${SEES}\\s+)?(?:an?\\s+|the\\s+|that\\s+an?\\s+)?(?:\\w+\\s+)?(?:confirmation|success|thank[- ]you|welcome|greeting|notice|status)(?:\\s+(?:message|text|note|notice|page|screen))?(?:\\s+${APPEARS})?(?:\\s+(?:that|for|about|saying|of)\\s+([^"]*))?$`,
      ),
      i(`^(?:is|are|gets?)\\s+(?:thanked|greeted|welcomed)(?:\\s+by\\s+name)?$`),
      i(`^(?:${SEES}\\s+)?that\\s+(?:it|everything|this)\\s+(?:worked|was\\s+(?:saved|sent|added|successful))$`),
    ],
    async steps(state) {
      await look(state);
      const text = confirmationOf(state);
      return text === null
        ? nothing(state, "The page shows nothing new after these steps: put its text in quotes.")
        : mustHold(state, text.kind === "status" ? SAY.statusSays(text.text) : SAY.see(text.text));
    },
  },
  {
    id: "sees",
    fits: [
      i(`^(?:${CHECKS}\\s+)?${SUBJECT}\\s+(?:now\\s+|then\\s+|should\\s+|must\\s+)*${SHOWS}\\s+(?:that\\s+)?(.+)$`),
      i(`^(?:${CHECKS}\\s+)?(.+?)\\s+${APPEARS}(?:\\s+(?:in|on|at|as|under)\\s+.*)?$`),
      i(`^${SEES}\\s+(?:that\\s+)?(.+)$`),
      i(`^${ASSERTS}\\s+(?:he\\s+|she\\s+|they\\s+|it\\s+)?(?:sees?\\s+)?(.+)$`),
      i(
        `^(?:it|this|the\\s+\\S+(?:\\s+\\S+)?)\\s+(?:is|are|costs?|becomes|should\\s+be|must\\s+be)\\s+(?:now\\s+)?(.+)$`,
      ),
      i(
        `^(?:is|are|lands?|arrives?|ends?\\s+up|is\\s+(?:taken|led|brought|redirected|sent))\\s+(?:on|at|in|to)\\s+(?:the\\s+)?(.+)$`,
      ),
      i(`^("[^"]+")$`),
    ],
    async steps(state, match) {
      const told = match[1] ?? "";
      const texts = quotedIn(match[0]);
      if (texts.length > 0) return quotedTexts(state, match[0], texts);
      if (isPronoun(told) && state.named !== null) return mustHold(state, SAY.see(state.named));
      await look(state);
      const sentence = inPlainWords(state, match[0], told);
      return sentence === null
        ? nothing(state, `Nothing that ${state.path} shows after these steps is called that: put the text in quotes.`)
        : mustHold(state, sentence);
    },
  },
];

/** Expects each text in quotes as the kind of element that the clause names. */
function quotedTexts(state: State, clause: string, texts: readonly string[]): null {
  for (const text of texts) {
    const [before = "", after = ""] = clause.split(`"${text}"`);
    const kind =
      /^\s*(button|link|heading|image|field)\b/i.exec(after)?.[1] ??
      /\b(button|link|heading|headline|image|field)\s*(?:called|named|saying|says|reads)?\s*$/i.exec(before)?.[1];
    const say = kind === undefined ? SAY.see : SEEN_AS[kind.toLowerCase() as keyof typeof SEEN_AS];
    mustHold(state, say(text));
  }
  return null;
}

const SEEN_AS = {
  button: SAY.seeButton,
  link: SAY.seeLink,
  heading: SAY.seeHeading,
  headline: SAY.seeHeading,
  image: SAY.seeImage,
  field: SAY.seeField,
} as const;

function inPlainWords(state: State, clause: string, told: string): string | null {
  const button = /\b(?:button|link)\b/i.exec(told)?.[0]?.toLowerCase();
  if (button !== undefined) {
    const control = shownAs(state, told, [button]);
    if (control) return button === "link" ? SAY.seeLink(control.name) : SAY.seeButton(control.name);
  }
  const found = shownText(state, told) ?? shownText(state, clause);
  if (found === null) return null;
  return found.kind === "heading" ? SAY.seeHeading(found.text) : SAY.see(found.text);
}
