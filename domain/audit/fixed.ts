// Which findings of an earlier run are gone, and not just unseen.

import { wasSeen } from "../runs/measured.ts";
import { type FindingPages, isAmong, pagesNamed, wasLookedAt } from "./causes.ts";
import { pageKey } from "./runChecks.ts";

/** `pageIndex` below 0: about the whole site. */
type Named = { fingerprint: string; cause?: string | null; pages?: FindingPages | null };
type Known = Named & { rule?: string; page: string; pageIndex: number };

/** What was looked at now: `rulesOf` are the rules that a page, or the site (null), was judged by. */
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

/** From the records of a run, in which the site has an index below 0. */
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

/** `before` was found on `baseUrl`; `now` is what is found today. A finding of several pages is gone with the last of them (`wasLookedAt`). */
export function fixedFindings<F extends Known>(
  before: readonly F[],
  now: readonly Named[],
  seen: Seen,
  baseUrl: string,
): F[] {
  const isThere = isAmong(now);
  // A rule whose part of the page gave no answer is not among those that judged it. Older records keep no rules.
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
      !isThere(f) &&
      (f.pageIndex < 0 ? seen.siteMeasured && wasAsked(f.rule, null) : wasLookedAt(pagesNamed(f), isMeasured(f.rule))),
  );
}
