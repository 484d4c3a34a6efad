// One shape of finding for every pillar, with a fingerprint that is the same in every run.
import { SEVERITIES, type Severity } from "../words/severities.ts";
import type { AuditPillar } from "./pillars.ts";

export { SEVERITIES, type Severity };

/**
 * `failed`: the rule is broken. `warning`: worth a look, breaks nothing. `review`: a person must decide.
 * `accepted`: a person accepted the finding until a date; it counts nowhere until then.
 * `inapplicable`: the page has nothing that the rule is about.
 */
export const OUTCOMES = ["failed", "warning", "review", "accepted", "passed", "inapplicable"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Plain JSON: the numbers and texts that a finding rests on, under 5 kB. Field names hold no dot (the embedded database refuses them). */
export type Evidence = Record<string, unknown>;

export type Finding = {
  /** 32 hexadecimal digits; the same for the same rule, page and target in every run and environment. */
  fingerprint: string;
  /** 32 hexadecimal digits, which the same defect of other pages shares. Findings of older runs lack it. */
  cause?: string;
  pillar: AuditPillar;
  rule: string;
  severity: Severity;
  outcome: Outcome;
  /** Of an accepted finding: its outcome without the acceptance. */
  was?: Outcome;
  /** Absolute address of the page; of a finding about the whole site, its base address. */
  page: string;
  /** Selector, header, cookie or address on that page; "" is the page itself. */
  target: string;
  /** A whole sentence for a person. May hold text of the page, so it must be escaped where it is shown. */
  message: string;
  evidence: Evidence;
  /** How to mend it. */
  help: string;
};

/**
 * What a check says about one target. `target` must not hold what changes from load to load (nonces, numbers, times):
 * it is part of the fingerprint.
 */
export type CheckResult = {
  outcome: Outcome;
  target: string;
  message: string;
  /** Instead of the check's own. */
  severity?: Severity;
  evidence?: Evidence;
  /** Checks over several pages name the page; absolute address. */
  page?: string;
  /** What the same defect of other pages has in common with it; the target, as far as it can be the same there, when left out. */
  cause?: string;
};

/** One rule. A check is a pure function of what was gathered: it never does I/O. */
export type Check<G> = {
  /** kebab-case; the name of the file too. */
  rule: string;
  severity: Severity;
  /** What holds on a good page, as a short sentence: "The page has one title." */
  title: string;
  /** What is wrong on a bad page, in at most eight words: "Page has no title". Titles the findings, so it holds no text of the page. */
  fault: string;
  /** How to mend a failure: one to three sentences. */
  help: string;
  /** At least one result: `passed` or `inapplicable` where nothing is wrong. */
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
