// Explains why a scenario failed: a table of rules over the facts of its last attempt. The first rule that applies is the cause; each names
// its evidence.
import { truncate } from "../text.ts";
import type { AttemptResult, FailureClass, Match, StepFailure, StepResult } from "./attempt.ts";
import { FITS } from "./heal/propose.ts";
import { isUsableName, quote } from "./library/sentences.ts";

/** Messages of failures that earlier versions stored without `invalid`. */
const WAS_INVALID =
  /is (?:no|not a) key\.|has no option|not on the environment|cannot be read: it is not valid|needs a name|is missing: write|is a whole number|cannot be opened: it/;

export type FailureFacts = {
  steps: readonly StepResult[];
  /** Why the scenario has no result at all. */
  error: AttemptResult["error"];
  /** Whether the scenario passed in another attempt of the same run. */
  flaky: boolean;
  /** Whether the failed step has ever found its element with these locators; undefined if not determined. */
  hasPassed?: boolean;
};

export type Explanation = {
  cause: FailureClass;
  /** One sentence. */
  headline: string;
  /** The evidence, as sentences; never empty. */
  evidence: string[];
  /** What to do next, as a sentence. */
  advice: string;
  /** Index of the step; null if no step was reached. */
  step: number | null;
  /** Whether a new locator may be proposed: an action's locator, which has found its element before, matched no element or several. */
  healable: boolean;
};

/**
 * `console`, `network`: of the failed step and of the one before it, whose effect the step observes. `earlier`: requests of the steps
 * before these two, back to when the page was opened.
 */
type Known = Pick<StepResult, "console" | "network"> & {
  earlier: StepResult["network"];
  step: StepResult | null;
  failure: StepFailure | null;
  facts: FailureFacts;
};
type Rule = {
  cause: FailureClass;
  /** Returns the evidence sentences, or null if the rule does not apply. */
  evidence(known: Known): string[] | null;
  headline(known: Known): string;
  advice: string | ((known: Known) => string);
};

const EXPECTS = /^expect/;
const EVENTS = /^expect(No)?(Event|Variable)/;
const own = (known: Known) => originOf(known.failure?.url ?? known.step?.url ?? "");

const serverErrors = ({ step }: Known) =>
  (step?.network ?? []).filter(({ status }) => status !== null && status >= 500);
/** Failed requests made by the page itself. The document of the page is excluded by its URL. */
const failedRequests = (known: Known, network = known.network) =>
  network.filter(
    ({ url, status, failure }) =>
      (failure !== null || (status !== null && status >= 400)) &&
      url !== known.failure?.url &&
      originOf(url) === own(known) &&
      !/\.(png|jpe?g|webp|gif|svg|ico|woff2?|css|map)$/.test(url),
  );
const uncaught = ({ console }: Known) => console.filter(({ text }) => text.startsWith("Uncaught "));
const wasOpening = ({ failure }: Known) => failure?.op === "goto" || failure?.op === "reload";

const PLACES = { row: "in the row of", region: "in", heading: "below the heading" } as const;

/** Advises how to name one of several elements with the same name, using what distinguishes them if the page shows it. */
function severalAdvice(called: string, { count, apart }: Match): string {
  const longer = "or by a longer name";
  if (!apart)
    return `Name one of the ${count} elements called "${called}": by its row (… in the row of "…"), by its number (… number 2), ${longer}.`;
  const shown = apart.names.map((name) => truncate(name, MAX_APART));
  const words = apart.by === "region" ? shown : shown.map((name) => `"${name}"`);
  const places = words.map((word, at) => `number ${at + 1} ${PLACES[apart.by]} ${word}`);
  const more = count > words.length ? ` and ${count - words.length} more` : "";
  const byRow = apart.by === "row" ? `by its row (… in the row of ${words[0]}), ` : "";
  return `${count} elements are called "${called}": ${places.join(", ")}${more}. Name one ${byRow}by its number (… number 1), ${longer}.`;
}

/** Derives the advice from what the step's locators matched. */
function locatorAdvice({ failure, facts }: Known): string {
  const matches = failure?.matches ?? [];
  const several = matches.find(({ count }) => count > 1);
  if (several !== undefined) {
    const { by, name, value } = several.locator;
    const called = by === "role" ? (name ?? value) : value;
    return severalAdvice(truncate(called, 60), several);
  }
  if (facts.hasPassed === false)
    return "The step has never found its element, so it cannot be healed. Compare the name in the step with the names on this page.";
  return "Propose a new locator from what the element looked like when the step last passed.";
}

/** Maximum length of each name that distinguishes one of several elements. */
const MAX_APART = 50;

const TICKED = new Set(["check", "uncheck"]);

/** `label`: its text; null if it has no visible label; undefined if not determined. */
function labelAdvice(label: string | null | undefined): string {
  if (label === null)
    return "It has no visible label. Add a step definition that clicks the element drawn in its place.";
  if (label === undefined) return "If it has a label, click that: I click the text ….";
  return `Click its label: I click the text ${isUsableName(label) ? quote(label) : "…"}.`;
}

/** Derives the advice from what made the element unusable. */
function hindranceAdvice({ failure }: Known): string {
  const message = failure?.message ?? "";
  if (/covers it|is hidden|outside of the window/.test(message) && TICKED.has(failure?.op ?? ""))
    return `The checkbox itself cannot be clicked, for example because a style replaces it. ${labelAdvice(failure?.label)}`;
  if (/covers it/.test(message))
    return "Close what covers the element first, such as a consent banner or a dialog, with a step of its own.";
  if (/is disabled/.test(message))
    return "Add the steps that make the element usable, such as a required field or a box that must be ticked.";
  if (/is hidden/.test(message)) return "Add the step that shows the element, such as opening its menu or its tab.";
  if (/keeps moving/.test(message)) return "Add an earlier step that waits until the element stops moving.";
  return "Add an earlier step that waits until the element is usable.";
}

/** Rules by priority: a failing server explains a missing button, not the other way round. */
const RULES: readonly Rule[] = [
  {
    cause: "environment",
    evidence: ({ facts }) => (facts.error ? [facts.error.message] : null),
    headline: () => "The site or the browser prevented a result of the scenario.",
    advice: "Check that the environment is up, that its access data is right, and run the feature again.",
  },
  {
    cause: "data",
    evidence: ({ step }) =>
      step && (step.status === "undefined" || step.status === "ambiguous")
        ? [
            step.status === "undefined"
              ? `No step definition fits "${step.text}".`
              : `Several step definitions fit "${step.text}".`,
          ]
        : null,
    headline: () => "A sentence of the feature cannot be run.",
    advice: "Use a sentence of the step library, or add a step definition for it.",
  },
  {
    cause: "tracking",
    evidence: ({ failure }) => (failure && EVENTS.test(failure.op) ? [failure.message] : null),
    headline: () => "An event or variable of tracking is not as expected.",
    advice: "Compare what was sent in this step, which the timeline shows, with the tracking plan.",
  },
  {
    cause: "environment",
    evidence: ({ failure }) =>
      failure && /^The environment has no (secret|value)/.test(failure.message) ? [failure.message] : null,
    headline: () => "The environment lacks a value that the step uses.",
    advice: "Add the value to the environment's access data.",
  },
  {
    cause: "environment",
    evidence: (known) =>
      wasOpening(known) &&
      known.failure &&
      /answered (401|403|5\d\d)|not found|No connection|certificate|does not visit/.test(known.failure.message)
        ? [known.failure.message]
        : null,
    headline: () => "The page could not be opened.",
    advice: "Check that the environment is up and may be entered, and run the feature again.",
  },
  {
    cause: "timing",
    evidence: (known) => (wasOpening(known) && known.failure?.timedOut ? [known.failure.message] : null),
    headline: () => "The page took too long to open.",
    advice: "Check what the page waits for, or give the step more time.",
  },
  {
    cause: "data",
    evidence: ({ failure }) =>
      failure && (failure.invalid || WAS_INVALID.test(failure.message)) ? [failure.message] : null,
    headline: () => "The step asks for something that does not exist.",
    advice: "Correct the value in the feature.",
  },
  {
    cause: "page_error",
    evidence: (known) => {
      const document = serverErrors(known).find(({ url }) => url === known.failure?.url);
      return document ? [`The page ${document.url} answered ${document.status}.`] : null;
    },
    headline: () => "The page that the step opened is a server error.",
    advice: "Look into the server's log for this request.",
  },
  {
    cause: "network",
    evidence: (known) => {
      const failed = failedRequests(known);
      return failed.length > 0 ? failed.slice(0, 3).map(requestSentence) : null;
    },
    headline: () => "A request of the page failed while the step ran.",
    advice: "Fix the failed request. The element of the step depends on its response.",
  },
  {
    cause: "page_error",
    evidence: (known) => {
      const errors = uncaught(known);
      return errors.length > 0 ? errors.slice(0, 3).map(({ text }) => `${truncate(text, 200)}.`) : null;
    },
    headline: () => "A script of the page broke while the step ran.",
    advice: "Fix the script error in the console.",
  },
  {
    cause: "timing",
    evidence: ({ failure }) =>
      failure?.pending?.length
        ? [`When the step's time was over, the page still waited for ${failure.pending.join(", ")}.`, failure.message]
        : null,
    headline: () => "The page was not ready when the step timed out.",
    advice: "Find out why the answer takes so long, or give the step more time.",
  },
  {
    cause: "data",
    evidence: ({ failure }) =>
      failure?.alerts?.length
        ? [`The page warns: ${failure.alerts.map((one) => `"${one}"`).join(", ")}.`, failure.message]
        : null,
    headline: () => "The page did not accept what was entered.",
    advice: "Check that the account, the product or the value that the feature uses still exists and is allowed.",
  },
  {
    cause: "locator",
    evidence: ({ failure }) => {
      if (!failure || failure.matches.length === 0 || failure.matches.some(({ count }) => count === 1)) return null;
      const found = failure.matches.some(({ count }) => count > 0);
      // A missing expected text is the page's fault; a missing element for an action is the locator's.
      const expected = EXPECTS.test(failure.op) && failure.matches.every(({ locator }) => locator.by === "text");
      return expected && !found ? null : failure.op === "expectCount" ? null : [failure.message];
    },
    headline: ({ failure }) =>
      failure?.matches.some(({ count }) => count > 1)
        ? "The step's locator means more than one element."
        : "The step's locator finds no element.",
    advice: locatorAdvice,
  },
  {
    // The cause must not depend on how fast the steps run: a response that an earlier step needed is still missing.
    cause: "network",
    evidence: (known) => {
      if (known.failure === null || wasOpening(known)) return null;
      const failed = failedRequests(known, known.earlier).filter(({ status }) => status === null || status >= 500);
      return failed.length > 0 ? [...failed.slice(0, 3).map(requestSentence), known.failure.message] : null;
    },
    headline: () => "A request of the page failed before the step.",
    advice: "Fix the failed request. The element of the step may depend on its response.",
  },
  {
    cause: "timing",
    evidence: ({ failure, facts }) =>
      failure &&
      !EXPECTS.test(failure.op) &&
      (failure.timedOut || /keeps moving|covers it|is hidden|is disabled/.test(failure.message))
        ? [failure.message, ...(facts.flaky ? ["The scenario passed in another attempt."] : [])]
        : null,
    headline: () => "The element was there, but could not be used in time.",
    advice: hindranceAdvice,
  },
  {
    cause: "assertion",
    evidence: ({ failure }) => [
      failure?.message ?? "The scenario did not pass.",
      ...(failure?.expected != null && failure.actual !== null
        ? [`Expected "${failure.expected}", got "${failure.actual}".`]
        : []),
    ],
    headline: () => "The expectation of the step was not met.",
    advice: "Fix the site, or update the feature if the site is right.",
  },
];

/** Returns the cause of a scenario that did not pass. */
export function explainFailure(facts: FailureFacts): Explanation {
  const step = facts.steps.find(({ status }) => status !== "passed" && status !== "skipped") ?? null;
  const before = step === null ? undefined : facts.steps.find(({ index }) => index === step.index - 1);
  const near = [before, step].filter((one) => one != null);
  const opened = before
    ? facts.steps.findLastIndex(({ index, url }) => index < before.index && url !== before.url)
    : -1;
  const page = before ? facts.steps.filter(({ index }, at) => index < before.index && at > opened) : [];
  const known: Known = {
    step,
    failure: step?.failure ?? null,
    facts,
    console: near.flatMap((one) => one.console),
    network: near.flatMap((one) => one.network),
    earlier: page.flatMap((one) => one.network),
  };
  for (const rule of RULES) {
    const evidence = rule.evidence(known);
    if (evidence === null) continue;
    const { cause } = rule;
    const isAction = Object.hasOwn(FITS, known.failure?.op ?? "");
    const healable = cause === "locator" && isAction && facts.hasPassed !== false;
    const own = typeof rule.advice === "string" ? rule.advice : rule.advice(known);
    // An expectation on one of several elements also needs a locator that says which one.
    const isSeveral = known.failure?.matches.some(({ count }) => count > 1) ?? false;
    const advice = cause === "locator" && !isAction && !isSeveral ? NOT_HEALED : own;
    return { cause, headline: rule.headline(known), evidence, advice, step: step?.index ?? null, healable };
  }
  throw new Error("The last rule always applies.");
}

/** An element that a step expects may be missing for a good reason. */
const NOT_HEALED = "Fix the site, or update the step if the site is right. Only actions are healed, not expectations.";

const requestSentence = ({ method, url, status, failure }: StepResult["network"][number]): string =>
  `${method} ${url} ${status === null ? `failed: ${failure}` : `answered ${status}`}.`;

const originOf = (url: string): string => URL.parse(url)?.origin ?? "";
