// Decides which findings of an earlier run are fixed, rather than just not looked at.

import { wasSeen } from "../runs/measured.ts";
import { type FindingPages, isAmong, pagesNamed, wasLookedAt } from "./causes.ts";
import type { Outcome } from "./finding.ts";
import { pageKey } from "./runChecks.ts";

/** `pageIndex` is negative for findings about the whole site. */
type Named = { fingerprint: string; cause?: string | null; pages?: FindingPages | null; outcome: Outcome };
type Known = Named & Failing & { rule?: string; page: string; pageIndex: number };

/** Outcomes that a finding may have had that is fixed now. */
export const FIXABLE = ["failed", "review"] as const satisfies readonly Outcome[];
/** Outcomes of a finding that is still there: accepted since then, or a manual check, which does not prove that anything is gone. */
export const STANDING = [...FIXABLE, "accepted"] as const satisfies readonly Outcome[];

type Failing = { outcome: Outcome; unsure?: boolean | undefined; failedBefore?: boolean | null | undefined };
/** Whether it fails, or failed before the page was still loading. What was never more than a manual check cannot be fixed. */
const hasFailed = ({ outcome, unsure, failedBefore }: Failing): boolean =>
  outcome === "failed" || (outcome === "review" && unsure === true && failedBefore === true);

/** What a run measured. `rulesOf` returns the rules that a page, or the site (null), was checked against. */
export type Seen = {
  measuredKeys: ReadonlySet<string>;
  siteMeasured: boolean;
  rulesOf?(page: string | null): ReadonlySet<string> | undefined;
};

type Looked = {
  index: number;
  key: string;
  status: string;
  code?: string | null;
  rules?: readonly { rule: string }[];
};

/** Builds `Seen` from the records of a run, in which the site has a negative index. */
export function seenIn(records: readonly Looked[], siteIndex: number): Seen {
  const measured = records.filter(wasSeen);
  const pages = measured.filter(({ index }) => index >= 0);
  const site = measured.find(({ index }) => index === siteIndex);
  const ruleNames = (rules: readonly { rule: string }[] = []) => new Set(rules.map(({ rule }) => rule));
  const rules = new Map<string | null, Set<string>>(pages.map((page) => [page.key, ruleNames(page.rules)]));
  if (site) rules.set(null, ruleNames(site.rules));
  return {
    measuredKeys: new Set(pages.map(({ key }) => key)),
    siteMeasured: site !== undefined,
    rulesOf: (page) => rules.get(page),
  };
}

/**
 * Returns the failures of `before` that are fixed. `before` was found on `baseUrl`; `now` are the current findings. A finding of several
 * pages is fixed when it is gone from all of them (see `wasLookedAt`).
 */
export function fixedFindings<F extends Known>(
  before: readonly F[],
  now: readonly Named[],
  seen: Seen,
  baseUrl: string,
): F[] {
  const isThere = isAmong(now.filter(({ outcome }) => STANDING.some((one) => one === outcome)));
  // A rule whose part of the page gave no answer is missing from the page's rules. Older records have no rules.
  const wasAsked = (rule: string | undefined, page: string | null) => {
    const rules = seen.rulesOf?.(page);
    return rule === undefined || rules === undefined || rules.size === 0 || rules.has(rule);
  };
  const isMeasured = (rule: string | undefined) => (page: string) => {
    const key = pageKey(page, baseUrl);
    return seen.measuredKeys.has(key) && wasAsked(rule, key);
  };
  return before.filter(
    (f) =>
      hasFailed(f) &&
      !isThere(f) &&
      (f.pageIndex < 0 ? seen.siteMeasured && wasAsked(f.rule, null) : wasLookedAt(pagesNamed(f), isMeasured(f.rule))),
  );
}
