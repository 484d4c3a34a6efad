// A goal as clauses: what somebody does and what must then hold; what is about tracking is taken out.
import { capital } from "../../text.ts";
import { inEnglish, isForeign, jointsOf } from "./otherLanguages.ts";
import { isAction, isTracking, parted } from "./trackingClause.ts";

/** Who does it says nothing about what is done. */
const SOMEBODY =
  /^(?:given|when|then|and|i|as|after|once|if|by|upon|whenever|as soon as|that)?\s*(?:an?|the)?\s*(?:new |existing |returning )?(?:(?:visitor|user|customer|shopper|buyer|person|member|guest)s?|somebody|someone)\s+(?:can\s+|should\s+|wants to\s+|is able to\s+|who\s+)?/i;
/** That it is a test is no part of it. */
const TEST_THAT =
  /^(?:please\s+)?(?:(?:write|create|make|add)\s+(?:an?\s+)?(?:test|scenario|feature)\s+(?:that|where|in which|for)|(?:test|verif(?:y|ies)|checks?|ensures?|makes? sure|confirms?)\s+(?:that|if|whether|how))\s+(?=(?:an?|the|somebody|someone|visitors?|users?|customers?)\b)/i;
const LEADING = /^(?:when|after|by|once|if|upon|then|and|that|which|to)\s+(?=\S)/i;

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
};

export type Goal = {
  /** In English as far as they are understood; others stay as they are. */
  clauses: string[];
  tracking: string[];
};

/** Quoted text, numbers, addresses and file names stay whole. At most 20 clauses: more is not one scenario. */
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
    // A name of an event may stand in quotes of any kind.
    .replace(/["'`]([a-z][a-z0-9]*(?:_[a-z0-9]+)+)["'`]/g, "$1")
    .replace(/"[^"]*"/g, keep)
    .replace(
      /(?:https?:\/\/|(?<=\s|^)\/)[\w\-./%?=&#]*[\w\-/%=#]|\d+(?:[.,:]\d+)+|\b[\w-]+\.(?:png|jpe?g|pdf|csv|txt|docx?|html?)\b|\b(?:e\.g|i\.e|incl)\./gi,
      keep,
    )
    .replace(/\(([^()]{1,300})\)/g, (text, inside: string) => {
      if (!isTracking(inside)) return text;
      aside.push(whole(inside));
      return " ";
    });
  const parts = hidden.split(jointsOf(hidden)).map((part) => whole(part).replace(/\s+/g, " ").trim());
  const { clauses, tracking } = sorted(parts.filter((part) => /[\p{L}\p{N}]/u.test(part)));
  return { clauses, tracking: [...tracking, ...aside] };
}

/** What a feature is called that does these clauses: always in English. */
export function nameOfGoal(clauses: readonly string[], startPath: string): string {
  const english = clauses.filter((clause) => !isForeign(clause));
  const name = english
    .join(" and ")
    .replace(/["\\#@|<>{}]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? `A journey from ${startPath.replace(/["\\#@|<>{}]/g, "")}` : capital(name);
}

const MAX_GOAL = 4_000;
const MAX_CLAUSES = 20;

function sorted(parts: readonly string[]): Goal {
  const clauses: string[] = [];
  const tracking: string[] = [];
  let isAboutTracking = false;
  for (const part of parts) {
    const { action, tracking: rest } = parted(part.replace(TEST_THAT, ""));
    // "… with value 12, currency EUR and the items": what is no action goes on with what was sent.
    if (action !== null && rest === null && isAboutTracking && !isAction(inEnglish(action) ?? action)) {
      tracking.push(part);
      continue;
    }
    if (rest !== null) tracking.push(rest);
    if (action !== null) clauses.push(clauseOf(action));
    isAboutTracking = rest !== null;
  }
  return { clauses: clauses.filter((clause) => clause !== "").slice(0, MAX_CLAUSES), tracking };
}

function clauseOf(action: string): string {
  const english = inEnglish(action);
  if (english !== null) return english;
  const plain = action.replace(TEST_THAT, "").replace(SOMEBODY, "").trim() || action;
  const bare = plain.replace(LEADING, "").replace(SOMEBODY, "");
  return bare.replace(/^([a-z]+ing)\b/i, (word) => GERUNDS[word.toLowerCase()] ?? word);
}
