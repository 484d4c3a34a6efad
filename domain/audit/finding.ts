// The finding that all pillars share, with a fingerprint that stays the same from run to run.
import { SEVERITIES, type Severity } from "../words/severities.ts";
import type { AuditPillar } from "./pillars.ts";

export { SEVERITIES, type Severity };

/**
 * `failed`: the rule is broken. `warning`: worth a look, but not a violation. `review`: a person must decide. `accepted`: a person
 * accepted the finding until a date; it does not count until then. `inapplicable`: the page has nothing that the rule applies to.
 */
export const OUTCOMES = ["failed", "warning", "review", "accepted", "passed", "inapplicable"] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** Outcomes that somebody should look at, worst first. */
export const OPEN_OUTCOMES = ["failed", "warning", "review"] as const satisfies readonly Outcome[];

/** Positions in an order with the worst first: by outcome, and by outcome and severity. */
export const outcomeRank = ({ outcome }: { outcome: Outcome }): number => OUTCOMES.indexOf(outcome);
export const findingRank = ({ outcome, severity }: { outcome: Outcome; severity: Severity }): number =>
  outcomeRank({ outcome }) * SEVERITIES.length + SEVERITIES.indexOf(severity);

/**
 * Plain JSON: the numbers and texts that a finding is based on, less than 5 kB. Field names contain no dots because the embedded database
 * refuses them.
 */
export type Evidence = Record<string, unknown>;

export type Finding = {
  /** 32 hexadecimal digits. The same for the same rule, page and target in every run and environment. */
  fingerprint: string;
  /** 32 hexadecimal digits, shared with the same defect on other pages. Missing in findings of older runs. */
  cause?: string;
  pillar: AuditPillar;
  rule: string;
  severity: Severity;
  outcome: Outcome;
  /** The original outcome of an accepted finding. */
  was?: Outcome;
  /** Set on a review that is a failure if it is still there when the page has loaded completely. */
  unsure?: true;
  /** Absolute URL of the page, or the base URL for a finding about the whole site. */
  page: string;
  /** Selector, header, cookie or URL on that page; "" is the page itself. */
  target: string;
  /** A complete sentence for people. May contain text of the page, so it must be escaped where it is shown. */
  message: string;
  evidence: Evidence;
  /** How to fix the finding. */
  help: string;
};

/**
 * The result of a check for one target. `target` is part of the fingerprint, so it must not contain anything that changes between loads
 * (nonces, numbers, times).
 */
export type CheckResult = {
  outcome: Outcome;
  target: string;
  message: string;
  /** Overrides the severity of the check. */
  severity?: Severity;
  evidence?: Evidence;
  /** See `Finding`. */
  unsure?: true;
  /** Absolute URL of the page; set by checks over several pages. */
  page?: string;
  /** What the same defect on other pages has in common with this one. Defaults to the part of the target that can be the same on other pages. */
  cause?: string;
};

/** A rule. A check is a pure function of the gathered data and performs no I/O. */
export type Check<G> = {
  /** Name in kebab-case; also the name of the file. */
  rule: string;
  severity: Severity;
  /** What is true for a good page, as a short sentence: "The page has one title." */
  title: string;
  /**
   * What is wrong with a bad page, in at most eight words: "Page has no title". It is the title of the findings, so it contains no text of
   * the page.
   */
  fault: string;
  /** How to fix a failure, in one to three sentences. */
  help: string;
  /** Returns at least one result: `passed` or `inapplicable` if nothing is wrong. */
  run(gathered: G): CheckResult | CheckResult[];
};

type Details = Pick<CheckResult, "severity" | "evidence" | "page" | "cause">;
const result =
  (outcome: Outcome) =>
  (message: string, target = "", details: Details = {}): CheckResult => ({ outcome, target, message, ...details });

export const failed = result("failed");
export const warning = result("warning");
export const review = result("review");
export const passed = result("passed");
export const inapplicable = result("inapplicable");
