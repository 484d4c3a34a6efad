// Describes entries of the audit log in words.
import { nameInWords, valueInWords } from "./args.ts";
import { SCOPE_WORDS } from "./keys.ts";
import { PILLAR_WORDS } from "./pillars.ts";
import { ROLE_WORDS } from "./roles.ts";
import { RUN_WORDS } from "./runs.ts";

/** What each kind of entry is about, if its name does not say so. */
const THINGS: Readonly<Record<string, string>> = {
  results: "screenshots of",
  comparisonRule: "the comparison rule",
  contentRule: "the content rule",
  wideRule: "the rule for several scenarios",
  stepDef: "the step",
  user: "the account",
  commentHook: "the webhook",
  codeAccount: "the code host account",
  app: "the connected app",
  config: "the project file of",
  thread: "the conversation",
  review: "the review of",
};

/** Past tense of actions whose last part is not a verb that takes "ed". */
const PAST: Readonly<Record<string, string>> = {
  set: "set",
  undo: "reverted the decision on",
  later: "marked for later",
  unaccept: "no longer accepts",
  apply: "applied",
  sign_in: "signed in:",
  sign_in_failed: "failed to sign in:",
  sign_out: "signed out:",
  rollback: "rolled back",
  rollbackRun: "rolled back",
  withdraw: "withdrew the invitation of",
  setPlan: "changed the plan of",
  role: "changed the role of",
  password: "changed the password of",
  settings: "changed the settings of",
  reply: "replied in",
  cancel: "cancelled",
  ask: "asked for",
  takeBack: "removed the request for",
  deleted: "finished deleting",
  done: "finished",
  notDone: "reopened",
  mail: "changed the e-mails of",
  // One of its codes or tokens was used twice.
  reuse: "ended",
};

/** Returns "approved screenshots of run_1" or "created the key key_1", the latter for `key.create` and its target. */
export function actionWords(action: string, target: string): string {
  const [area = "", deed = ""] = action.split(".");
  const past = PAST[deed] ?? (deed.endsWith("e") ? `${deed}d` : `${deed}ed`);
  const thing = THINGS[area] ?? `the ${area.replaceAll(/([A-Z])/g, " $1").toLowerCase()}`;
  return `${spaced(past)} ${thing} ${target}`;
}

const spaced = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/** Generated ids that nobody reads: "run_01m8f7y9t1bqa0q76przqybzps-visual". */
const MADE_ID = /^[a-z]+_[0-9a-z]{20,}/;

export const isMadeId = (text: unknown): boolean => typeof text === "string" && MADE_ID.test(text);

/** Words for codes in details. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: wordsOf(RUN_WORDS, "name"),
  pillar: wordsOf(PILLAR_WORDS, "title"),
  pillars: wordsOf(PILLAR_WORDS, "title"),
  role: ROLE_WORDS,
  scope: SCOPE_WORDS,
};

function wordsOf<F extends string>(all: Readonly<Record<string, Record<F, string>>>, field: F): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([code, words]) => [code, words[field]]));
}

/** Returns "Full audit; project: demo-shop". Ids are left out; for several, their number is given. */
export function detailWords(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .flatMap(([name, value]) => {
      if (value === null || value === undefined || isMadeId(value)) return [];
      const several = Array.isArray(value) ? value : [value];
      if (several.length > 0 && several.every(isMadeId)) return [`${nameInWords(name)}: ${several.length}`];
      const told = several.map((one) => CODES[name]?.[String(one)] ?? valueInWords(one)).join(", ");
      return [name === "type" ? told : `${nameInWords(name)}: ${told}`];
    })
    .join("; ");
}
