// An entry of the audit log in words.

/** What each kind of entry is about, where its name alone does not say so. */
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

/** Verbs of actions in the past, where the last part of the action is not the verb with an "ed". */
const PAST: Readonly<Record<string, string>> = {
  set: "set",
  undo: "undid the decision on",
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
  ask: "asked for",
  takeBack: "removed the request for",
  deleted: "finished deleting",
  done: "finished",
  notDone: "reopened",
  mail: "changed the e-mails of",
  // A code or token of it was used twice.
  reuse: "ended",
};

/** "approved screenshots of run_1", "created the key key_1": of `key.create` and its target. */
export function deedWords(action: string, target: string): string {
  const [area = "", deed = ""] = action.split(".");
  const past = PAST[deed] ?? (deed.endsWith("e") ? `${deed}d` : `${deed}ed`);
  const thing = THINGS[area] ?? `the ${area.replaceAll(/([A-Z])/g, " $1").toLowerCase()}`;
  return `${spaced(past)} ${thing} ${target}`;
}

const spaced = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
