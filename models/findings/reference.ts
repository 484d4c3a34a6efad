// Determines what a run is compared with: for each page, what was found when it was last measured. A run that could not measure a page has
// no result for it, so the findings of the run before it still apply.
import { isAmong, pagesNamed } from "../../domain/audit/causes.ts";
import { type CutShort, cutShort, mayBeLeftOut } from "../../domain/audit/cutShort.ts";
import { type Seen, seenIn } from "../../domain/audit/fixed.ts";
import { pageKey } from "../../domain/audit/runChecks.ts";
import { ANSWERS_NO_MORE, wasSeen } from "../../domain/runs/measured.ts";
import { fieldsOfAuditParts, rulesOfAudit, rulesOfPages } from "../auditPages/queries.ts";
import { type AuditPageRecord, SITE_INDEX } from "../auditPages/schema.ts";
import type { Models } from "../index.ts";
import { runsComparedBefore } from "../runs/before.ts";
import type { Run } from "../runs/schema.ts";
import { findingsOfRun } from "./queries.ts";
import type { FindingRecord } from "./schema.ts";

/** Maximum number of earlier runs searched for the last measurement of a page, of all scenarios and of some. */
const MAX_BACK = 10;
/** Maximum number of findings per run that are compared. */
export const MAX_READ = 100_000;

const FIELDS = {
  runId: 1,
  fingerprint: 1,
  cause: 1,
  pages: 1,
  severity: 1,
  outcome: 1,
  unsure: 1,
  rule: 1,
  page: 1,
  pageIndex: 1,
  order: 1,
  isNewOnBranch: 1,
  firstSeen: 1,
  timesSeen: 1,
  failedBefore: 1,
} as const;
export type Known = Pick<FindingRecord, "_id" | keyof typeof FIELDS>;
/** The fields of a finding that are needed to look it up in a reference. */
export type Sought = Pick<FindingRecord, "fingerprint" | "cause" | "pages" | "page" | "pageIndex" | "rule">;

export type Reference = {
  run: Run;
  /** Keys of the pages that its findings about the site stand for. */
  sitePages: ReadonlySet<string>;
  findings: Known[];
  /** Keys of pages that responded with a page in one of the runs that were searched. */
  answered: ReadonlySet<string>;
  cut: CutShort;
  /**
   * Returns whether there is anything to compare a finding of the run with: its page, or the site, was measured before or is measured for the
   * first time, its rule was applied, and all that it found is listed. A rule that a later version adds does not find new problems in old
   * pages.
   */
  isComparable(finding: Sought): boolean;
};

/** The run whose findings are looked up in a reference. `keys`: of its pages, measured or not; `part`: whether it is limited to some scenarios. */
export type SoughtRun = { baseUrl: string; part: boolean; keys: ReadonlySet<string>; seen: Seen; cut: CutShort };

export const SOUGHT_PARTS = { index: 1, key: 1, status: 1, code: 1, rules: 1, cutRules: 1 } as const;

/** `parts`: its pages and its other parts; read if omitted. */
export async function soughtRun(
  models: Models,
  { _id, baseUrl, scenarios }: Pick<Run, "_id" | "baseUrl" | "scenarios">,
  parts?: readonly Pick<AuditPageRecord, keyof typeof SOUGHT_PARTS>[],
): Promise<SoughtRun> {
  const all = parts ?? (await fieldsOfAuditParts(models, _id, SOUGHT_PARTS));
  return {
    baseUrl,
    part: scenarios !== null,
    keys: keysOfPages(all),
    seen: seenIn(all, SITE_INDEX),
    cut: cutShort(all),
  };
}

const keysOfPages = (parts: readonly Pick<AuditPageRecord, "index" | "key">[]): Set<string> =>
  new Set(parts.filter(({ index }) => index >= 0).map(({ key }) => key));

/** Whether its part about the whole site covers these pages: that of a run of some scenarios compares only its own. */
export const coversSite = ({ part, keys }: Pick<SoughtRun, "part" | "keys">, pages: ReadonlySet<string>): boolean =>
  !part || [...pages].every((key) => keys.has(key));

/** Returns the keys of the pages that a finding names, or "" for the site. */
export const keysOf = (finding: Sought, baseUrl: string): string[] =>
  finding.pageIndex < 0 ? [""] : pagesNamed(finding).map((page) => pageKey(page, baseUrl));

export const findingsOf = (models: Models, runId: string): Promise<Known[]> =>
  findingsOfRun(models, runId, { fields: FIELDS, limit: MAX_READ });

type Looked = Pick<AuditPageRecord, "index" | "key" | "status" | "code" | "metrics" | "cutRules">;
const lookedAt = (models: Models, runId: string): Promise<Looked[]> =>
  fieldsOfAuditParts(models, runId, { index: 1, key: 1, status: 1, code: 1, metrics: 1, cutRules: 1 });

/** `first`: the run to compare with; `now`: the run being compared. */
export async function referenceOf(models: Models, first: Run, now: SoughtRun): Promise<Reference> {
  const { keys } = now;
  const findings = await findingsOf(models, first._id);
  const pages = await lookedAt(models, first._id);
  const rules = await rulesOfAudit(models, first._id);
  const measured = new Set<string>();
  const answered = new Set<string>();
  const missed = new Set(pages.filter((page) => page.index >= 0 && !wasSeen(page)).map(({ key }) => key));
  /** The rules that gave an answer, of pages where some were left out. */
  const partly = new Map<string, ReadonlySet<string>>();
  /** Each page as it was last measured, and the site. */
  const current: Looked[] = [];
  let siteMeasured = false;
  const sitePages = keysOfPages(pages);
  const note = async ({ _id: runId, scenarios }: Pick<Run, "_id" | "scenarios">, looked: readonly Looked[]) => {
    const fresh = new Set<string>();
    for (const page of looked) {
      if (page.code === ANSWERS_NO_MORE) answered.add(page.key);
      if (page.index < 0 || !wasSeen(page)) continue;
      answered.add(page.key);
      if (!measured.has(page.key)) fresh.add(page.key);
    }
    for (const key of fresh) measured.add(key);
    const cut = looked.filter(({ key, metrics }) => fresh.has(key) && (metrics?.leftOutRules ?? 0) > 0);
    const keysOfCut = cut.map(({ key }) => key);
    for (const page of await rulesOfPages(models, runId, keysOfCut)) partly.set(page.key, page.rules);
    const own = keysOfPages(looked);
    const site =
      !siteMeasured &&
      coversSite({ part: scenarios !== null, keys: own }, keys) &&
      looked.some((page) => page.index === SITE_INDEX && wasSeen(page));
    siteMeasured ||= site;
    if (site) for (const key of own) sitePages.add(key);
    current.push(...looked.filter(({ index, key }) => (index === SITE_INDEX ? site : fresh.has(key))));
    return { fresh, site };
  };
  await note(first, pages);
  const siteMissed = now.seen.siteMeasured && pages.length > 0;
  // A run of some scenarios says nothing about the other pages.
  const isMissed = (key: string) => !measured.has(key) && (first.scenarios !== null || missed.has(key));
  const isLacking = () => [...keys].some(isMissed) || (siteMissed && !siteMeasured);
  if (isLacking()) {
    const earlier = await runsComparedBefore(models, first, null, { baseUrl: 1, scenarios: 1 });
    const chosen = [true, false].flatMap((part) =>
      earlier.filter(({ scenarios }) => (scenarios !== null) === part).slice(0, MAX_BACK),
    );
    for (const run of earlier.filter((one) => chosen.includes(one))) {
      const { fresh, site } = await note(run, await lookedAt(models, run._id));
      if (fresh.size > 0 || site) {
        for (const rule of await rulesOfAudit(models, run._id)) rules.add(rule);
        const known = new Set(findings.map(({ fingerprint }) => fingerprint));
        const stands = ({ pageIndex, fingerprint, ...finding }: Known) =>
          !known.has(fingerprint) &&
          (pageIndex < 0 ? site : pagesNamed(finding).some((page) => fresh.has(pageKey(page, run.baseUrl))));
        findings.push(...(await findingsOf(models, run._id)).filter(stands));
      }
      if (!isLacking()) break;
    }
  }
  const isKnown = current.every(({ cutRules }) => cutRules);
  const listed = (isKnown ? [] : findings).map((one) => ({ rule: one.rule, keys: keysOf(one, first.baseUrl) }));
  const cut = cutShort(current, listed);
  return {
    run: first,
    sitePages,
    findings,
    answered,
    cut,
    isComparable(finding) {
      // Older records do not store rules.
      if (rules.size > 0 && !rules.has(finding.rule)) return false;
      const own = keysOf(finding, now.baseUrl);
      if (mayBeLeftOut({ rule: finding.rule, keys: own }, cut, now.cut)) return false;
      if (finding.pageIndex < 0) return siteMeasured || pages.length === 0;
      return own.some((key) => partly.get(key)?.has(finding.rule) ?? (measured.has(key) || !missed.has(key)));
    },
  };
}

/** Whether it is a failure, or one on a page that was still loading: that it was only a manual check then makes it neither new nor fixed. */
export const isFailure = ({ outcome, unsure }: Pick<Known, "outcome" | "unsure">): boolean =>
  outcome === "failed" || (outcome === "review" && unsure === true);

/** Returns a predicate for findings that the reference lacks but could have had. If the reference is null, everything is new. */
export function isNewSince(reference: Reference | null): (finding: Sought) => boolean {
  const isKnown = isAmong((reference?.findings ?? []).filter(isFailure));
  return (finding) => !isKnown(finding) && (reference === null || reference.isComparable(finding));
}
