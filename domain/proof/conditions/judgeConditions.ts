// Decides whether each condition of a ticket was met by what ran, by the plan or by what the event carried. A condition that nothing proves
// is `not_tested`.
import { kindOfLabel } from "../../consent/labelKind.ts";
import { unify } from "../../functional/find/synonyms.ts";
import { wordsOf } from "../../functional/find/words.ts";
import type { ExpectedRow } from "../../functional/trackingLinks.ts";
import { isMarker } from "../../pillars/tracking/redact.ts";
import { percentDecoded, truncate } from "../../text.ts";
import { isName } from "./attributes.ts";
import { type Condition, type Need, SEVERAL, TOO_MANY } from "./condition.ts";
import { type Carried, occurrencesOf, sameValue, valuesNamed } from "./observed.ts";
import type { Ran } from "./ran.ts";

export const CONDITION_STATUSES = ["met", "not_met", "not_tested"] as const;
export type JudgedCondition = Condition & {
  status: (typeof CONDITION_STATUSES)[number];
  /** What the decision is based on, as a sentence without a period. */
  why: string;
};

type Verdict = Pick<JudgedCondition, "status" | "why">;
const met = (why: string): Verdict => ({ status: "met", why });
const notMet = (why: string): Verdict => ({ status: "not_met", why });
const notTested = (why: string): Verdict => ({ status: "not_tested", why });

export function judgeConditions(conditions: readonly Condition[], ran: Ran): JudgedCondition[] {
  const carried = withRows(occurrencesOf(ran), ran.rows);
  const texts = textsOf(ran);
  return conditions.map((condition) => ({ ...condition, ...verdictOf(condition, ran, carried, texts) }));
}

function verdictOf(condition: Condition, ran: Ran, carried: readonly Carried[][], texts: Texts): Verdict {
  const { kind, wanted, words } = condition;
  switch (kind) {
    case "browser":
      return ranIn(`the scenario ran in ${ran.browser}`, wanted === ran.browser);
    case "device":
      return ranIn(`the scenario ran with the viewport ${ran.viewport}`, wanted === ran.viewport);
    case "language":
      return language(wanted, ran);
    case "consent":
      return consent(wanted, ran);
    case "present":
    case "absent":
    case "value":
    case "currency":
      return attribute(condition, carried);
    case "count":
      return count(wanted, ran);
    case "order":
      return order(wanted, ran);
    case "page":
      return page(wanted, ran, texts);
    case "other":
      if (words === TOO_MANY)
        return notTested("a ticket with this many conditions is not checked: split it, or leave out its code");
      return said(wanted as Need, words, texts)
        ? met("the scenario does it")
        : notTested("no step of the scenario does it, and nothing that was recorded shows it");
  }
}

const ranIn = (why: string, fits: boolean): Verdict => (fits ? met(why) : notTested(why));

const NATIVE: Readonly<Record<string, string>> = {
  en: "english",
  de: "deutsch|german",
  fr: "français|francais|french",
  es: "español|espanol|spanish",
  it: "italiano|italian",
  nl: "nederlands|dutch",
  pt: "português|portuguese",
  pl: "polski|polish",
  sv: "svenska|swedish",
  da: "dansk|danish",
};

function language(code: string, { steps, scenario, feature }: Ran): Verdict {
  const named = NATIVE[code];
  const inPath = new RegExp(`[/.=_-]${code}(?:[-_][a-z]{2})?(?:[/?&#.]|$)`, "i");
  const isNamed = (url: string): boolean =>
    inPath.test(pathOf(url)) || URL.parse(url)?.hostname.startsWith(`${code}.`) === true;
  const byAddress = code !== SEVERAL && steps.some(({ url }) => isNamed(url));
  const byWords =
    named !== undefined &&
    [scenario, feature, ...steps.map(({ text }) => text)].some((text) =>
      new RegExp(`(?<!\\p{L})(?:${named})(?!\\p{L})`, "iu").test(text),
    );
  return byAddress || byWords
    ? met("the scenario uses the site in this language")
    : notTested("no step of the scenario chooses this language");
}

const pathOf = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null ? url : `${parsed.pathname}${parsed.search}`;
};

/** Labels that close any dialog and so say nothing about consent. */
const ANY_DIALOG =
  /^(?:ok|okay|yes|no|got it|understood|close|continue|save|submit|confirm|apply|send|agree|i agree)$/i;

function consent(wanted: string, { steps, event, step }: Ran): Verdict {
  const names = event.names.map((name) => name.toLowerCase());
  const first = steps.findIndex(({ events }) => events.some(({ name }) => names.includes(name.toLowerCase())));
  const at = step ?? (first < 0 ? steps.length - 1 : first);
  const choices = steps.map(choiceOf);
  const before = choices.slice(0, at + 1).findLast((choice) => choice !== null) ?? null;
  // The banner was open when the event was sent only if a later step answers it.
  const asked = before === null && choices.slice(at + 1).some((choice) => choice !== null);
  const state = before ?? (asked ? "none" : "unknown");
  return wanted === state || (wanted === "not accepted" && (state === "reject" || state === "none"))
    ? met(CONSENT_WHY[state])
    : notTested(CONSENT_WHY[state]);
}

const CONSENT_WHY = {
  accept: "the scenario accepts cookies",
  reject: "the scenario rejects cookies",
  none: "the scenario answers the consent banner later",
  unknown: "no step of the scenario answers a consent banner",
} as const;

/** Returns what a passed step chose in a consent banner. */
function choiceOf({ text, status }: Ran["steps"][number]): "accept" | "reject" | null {
  const [, label = ""] = /\b(?:click|press|choose|tap)\b.*?"([^"]+)"/i.exec(text) ?? [];
  const kind = status === "passed" && label !== "" && !ANY_DIALOG.test(label) ? kindOfLabel(label) : null;
  return kind === "accept" || kind === "reject" ? kind : null;
}

const MAX_SHOWN = 80;
const shown = (values: readonly string[]): string => truncate([...new Set(values)].join(", "), MAX_SHOWN);

function attribute({ kind, attribute: name, wanted }: Condition, carried: readonly Carried[][]): Verdict {
  const said = name ?? "currency";
  if (carried.length === 0) return notTested("what the event carried was not recorded");
  const found = carried.map((some) =>
    some.map((one) => (kind === "currency" ? currencies(one) : valuesNamed(one, said))),
  );
  // A data layer and its providers name things differently, so an attribute that one of them has in every occurrence is sent.
  const having = found.filter((some) => some.every((one) => one?.some((value) => value.trim() !== "")));
  const values = having.flatMap((some) => some.flatMap((one) => one ?? []));
  if (kind === "absent") {
    if (found.some((some) => some.some((one) => one !== null))) return notMet(`"${said}" is sent`);
    // Data that may be sent under other names ("personal data") cannot be proven to be missing.
    return isName(said) ? met(`"${said}" is not sent`) : notTested(`nothing tells which attributes are "${said}"`);
  }
  // Plain words may mean something other than an attribute.
  if (having.length === 0) return (/\s/.test(said) ? notTested : notMet)(`the event carries no "${said}"`);
  if (kind === "present") return met(`"${said}" is sent`);
  if (values.some(isMarker)) return notTested(`the value of "${said}" is not recorded`);
  const choices = kind === "currency" ? wanted.split("|") : [wanted];
  return values.every((value) => choices.some((choice) => sameValue(value, choice)))
    ? met(`"${said}" is ${shown(values)}`)
    : notMet(`"${said}" is ${shown(values)}`);
}

function currencies(carried: Carried): string[] | null {
  const found = [...carried]
    .filter(([path]) => /currency/i.test(path.split(".").at(-1) ?? path))
    .flatMap(([, values]) => values);
  return found.length > 0 ? found : null;
}

/** Adds what only a beacon carried, from the rows of the plan. */
function withRows(occurrences: Carried[][], rows: readonly ExpectedRow[]): Carried[][] {
  const sent = rows.filter(({ observed }) => observed !== "missing" && observed !== "not sent");
  const all = occurrences.length > 0 || sent.length === 0 ? occurrences : [[new Map<string, string[]>()]];
  for (const carried of all.flat())
    for (const { attribute: name, observed } of sent) {
      const path = name.replace(/\[\d*\]/g, "");
      if (![...carried.keys()].some((one) => one === path || one.endsWith(`.${path}`)))
        carried.set(path, observed.split(", "));
    }
  return all;
}

function timesOf({ steps, event, times }: Ran): number {
  if (times !== null) return times;
  const names = event.names.map((name) => name.toLowerCase());
  const sent = steps.flatMap(({ events }) => events).filter(({ name }) => names.includes(name.toLowerCase()));
  // A push and its beacons are one event.
  const each = [...Map.groupBy(sent, ({ provider }) => provider).values()].map((some) => some.length);
  return each.length === 0 ? 0 : Math.min(...each);
}

function count(wanted: string, ran: Ran): Verdict {
  const sent = timesOf(ran);
  if (sent === 0) return notTested("how often it was sent is not recorded");
  const why = `it was sent ${sent === 1 ? "once" : `${sent} times`}`;
  const times = Number(wanted.replace(/^[<>]=/, ""));
  const isMet = wanted.startsWith("<=") ? sent <= times : wanted.startsWith(">=") ? sent >= times : sent === times;
  return isMet ? met(why) : notMet(why);
}

function order(wanted: string, { steps, event }: Ran): Verdict {
  const own = event.names[0]?.toLowerCase() ?? "";
  const [first = "", then = ""] = wanted.split(">").map((name) => (name === "" ? own : name));
  const at = (name: string): number | null => {
    const names = name === own ? event.names.map((one) => one.toLowerCase()) : [name];
    const found = steps.flatMap(({ events }, index) =>
      events.filter((one) => names.includes(one.name.toLowerCase())).map((one) => index * 1e9 + one.at),
    );
    return found.length === 0 ? null : Math.min(...found);
  };
  if (first === then) return notTested("the ticket does not name the event before or after it");
  const [one, other] = [at(first), at(then)];
  if (one === null || other === null) return notTested(`${one === null ? first : then} was not sent in this scenario`);
  return one < other ? met(`${first} was sent before ${then}`) : notMet(`${then} was sent before ${first}`);
}

function page(wanted: string, { steps }: Ran, texts: Texts): Verdict {
  const none = notTested("the scenario does not go there");
  if (wanted === SEVERAL) return notTested("one scenario does not show it for every page");
  if (wanted.startsWith("/")) {
    const there = steps.some(({ text, url }) =>
      wanted === "/"
        ? pathOf(url) === "/" || /"\/"/.test(text)
        : isBelow(pathOf(url), wanted) || quotedIn(text).some((one) => isBelow(one, wanted)),
    );
    return there ? met("the scenario goes there") : none;
  }
  return covered(wanted, texts, 1) ? met("the scenario goes there") : none;
}

const quotedIn = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, quoted = ""]) => quoted);

/** Whether a path is the wanted one or lies below it. */
const isBelow = (path: string, wanted: string): boolean => {
  const start = wanted.replace(/\/$/, "");
  return path.startsWith(start) && /^(?:$|[/?#])/.test(path.slice(start.length));
};

type Texts = { words: ReadonlySet<string>; said: string };

/** Collects all texts about what ran: sentences with their quoted texts, addresses, the event and the environment. */
function textsOf({ feature, scenario, steps, event, environment }: Ran): Texts {
  const all = [
    feature,
    scenario,
    event.label,
    ...event.names,
    environment,
    ...steps.flatMap(({ text, url }) => [text, percentDecoded(pathOf(url))]),
  ].map((text) => text.replace(/["“”'`]/g, " "));
  const joined = all.join(" . ");
  const words = new Set([...wordsOf(unify(joined)).stems, ...wordsOf(joined).stems]);
  return { words, said: ` ${plain(joined)} ` };
}

const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** Words that occur in any such sentence, so scenarios need not contain them. */
const LIGHT = new Set(
  "us open visit click press tap see view come go load make happen work show event send only unless except but not even also too after before while until once without upon again already event fire track measure count report new want need know like wish".split(
    " ",
  ),
);

function covered(words: string, { words: known }: Texts, share: number): boolean {
  const { stems, written } = wordsOf(words.replace(/["“”'`]/g, " "));
  const matter = [...new Set(stems)].filter((word) => !LIGHT.has(word));
  const hits = matter.filter((word) => {
    const others = wordsOf(unify(written.get(word) ?? word)).stems;
    return known.has(word) || (others.length > 0 && others.every((other) => known.has(other)));
  }).length;
  return matter.length === 0 || hits / matter.length >= share;
}

/** Minimum share of words. A clause about the action itself describes it in its own words; a clause about something else shares hardly any. */
const SOME = 1 / 3;

function said(need: Need, words: string, texts: Texts): boolean {
  switch (need) {
    case "never":
      return false;
    case "said":
      return texts.said.includes(` ${plain(words)} `);
    case "all":
      return covered(words, texts, 1);
    case "some":
      return covered(words, texts, SOME);
  }
}
