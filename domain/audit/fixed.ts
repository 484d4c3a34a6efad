// Decides which findings of an earlier run are fixed, rather than just not looked at.

import { wasSeen } from "../runs/measured.ts";
import { type FindingPages, isAmong, pagesNamed, wasLookedAt } from "./causes.ts";
import type { Outcome } from "./finding.ts";
import { pageKey } from "./runChecks.ts";

/** `pageIndex` is negative for findings about the whole site. */
type Named = { fingerprint: string; cause?: string | null; pages?: FindingPages | null; outcome: Outcome };
type Place = { rule: string; page: string; pages?: FindingPages | null; pageIndex: number };
type Known = Named & Failing & Place;

/** Outcomes of a finding that is still there: accepted since then, or a manual check, which does not prove that anything is gone. */
const STANDING: readonly Outcome[] = ["failed", "review", "accepted"];

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
  const isThere = isAmong(now.filter(({ outcome }) => STANDING.includes(outcome)));
  return before.filter((one) => hasFailed(one) && !isThere(one) && wouldFind(seen, one, baseUrl));
}

/** Whether the run would have found a finding of an earlier run, on `baseUrl`, again. */
export const wouldFind = (seen: Seen, { rule, pageIndex, ...named }: Place, baseUrl: string): boolean =>
  pageIndex < 0
    ? wasAsked(seen, rule, null)
    : wasLookedAt(pagesNamed(named), (page) => wasAsked(seen, rule, pageKey(page, baseUrl)));

/**
 * Whether the page with this key, or the site (null), was measured and checked against the rule. A rule whose part of the page gave no
 * answer is missing from the page's rules. Older records have no rules.
 */
export function wasAsked({ measuredKeys, siteMeasured, rulesOf }: Seen, rule: string, key: string | null): boolean {
  const rules = rulesOf?.(key);
  return (key === null ? siteMeasured : measuredKeys.has(key)) && (!rules?.size || rules.has(rule));
}
