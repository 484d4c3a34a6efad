// Determines what a run is compared with: for each page, what was found when it was last measured. A run that could not measure a page has
// no result for it, so the findings of the run before it still apply.
import { isAmong, pagesNamed } from "../../domain/audit/causes.ts";
import { type CutShort, cutShort, mayBeLeftOut } from "../../domain/audit/cutShort.ts";
import { pageKey } from "../../domain/audit/runChecks.ts";
import { ANSWERS_NO_MORE, wasSeen } from "../../domain/runs/measured.ts";
import { fieldsOfAuditParts, rulesOfAudit, rulesOfPages } from "../auditPages/queries.ts";
import { type AuditPageRecord, SITE_INDEX } from "../auditPages/schema.ts";
import type { Models } from "../index.ts";
import { runsComparedBefore } from "../runs/before.ts";
import type { Run } from "../runs/schema.ts";
import { eachFindingOfRun } from "./queries.ts";
import type { FindingRecord } from "./schema.ts";

/** Maximum number of earlier runs searched for the last measurement of a page. */
const MAX_BACK = 10;
/** Maximum number of findings per run that are compared. */
const MAX_READ = 100_000;

const FIELDS = {
  fingerprint: 1,
  cause: 1,
  pages: 1,
  severity: 1,
  outcome: 1,
  unsure: 1,
  rule: 1,
  page: 1,
  pageIndex: 1,
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
  findings: Known[];
  /** Keys of pages that responded with a page in one of the runs that were searched. */
  answered: ReadonlySet<string>;
  /**
   * Returns whether there is anything to compare a finding of `now` with: its page, or the site, was measured before or is measured for the
   * first time, its rule was applied, and all that it found is listed. A rule that a later version adds does not find new problems in old
   * pages.
   */
  isComparable(finding: Sought, now: SoughtRun): boolean;
};

/** The run whose findings are looked up in a reference. `keys`: of its pages, measured or not. */
export type SoughtRun = { baseUrl: string; cut: CutShort; keys: ReadonlySet<string> };

export async function soughtRun(models: Models, { _id, baseUrl }: Pick<Run, "_id" | "baseUrl">): Promise<SoughtRun> {
  const parts = await fieldsOfAuditParts(models, _id, { index: 1, key: 1, cutRules: 1 });
  const keys = new Set(parts.flatMap(({ index, key }) => (index >= 0 ? [key] : [])));
  return { baseUrl, cut: cutShort(parts), keys };
}

export async function findingsOf(models: Models, runId: string): Promise<Known[]> {
  const found: Known[] = [];
  await eachFindingOfRun(models, runId, { fields: FIELDS, limit: MAX_READ }, (one) => void found.push(one));
  return found;
}

type Looked = Pick<AuditPageRecord, "index" | "key" | "status" | "code" | "metrics" | "cutRules">;
const lookedAt = (models: Models, runId: string): Promise<Looked[]> =>
  fieldsOfAuditParts(models, runId, { index: 1, key: 1, status: 1, code: 1, metrics: 1, cutRules: 1 });

/** `first`: the run to compare with; `keys`: pages of the run being compared. */
export async function referenceOf(models: Models, first: Run, keys: ReadonlySet<string>): Promise<Reference> {
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
  const note = async (runId: string, looked: readonly Looked[]) => {
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
    const site = !siteMeasured && looked.some((page) => page.index === SITE_INDEX && wasSeen(page));
    siteMeasured ||= site;
    current.push(...looked.filter(({ index, key }) => (index < 0 ? site : fresh.has(key))));
    return { fresh, site };
  };
  await note(first._id, pages);
  const siteMissed = !siteMeasured && pages.length > 0;
  const isLacking = () =>
    [...missed].some((key) => keys.has(key) && !measured.has(key)) || (siteMissed && !siteMeasured);
  if (isLacking())
    for (const run of await runsComparedBefore(models, first, MAX_BACK, { baseUrl: 1 })) {
      const { fresh, site } = await note(run._id, await lookedAt(models, run._id));
      if (fresh.size > 0 || site) {
        for (const rule of await rulesOfAudit(models, run._id)) rules.add(rule);
        const stands = ({ pageIndex, ...finding }: Known) =>
          pageIndex < 0 ? site : pagesNamed(finding).some((page) => fresh.has(pageKey(page, run.baseUrl)));
        findings.push(...(await findingsOf(models, run._id)).filter(stands));
      }
      if (!isLacking()) break;
    }
  const cut = cutShort(current);
  return {
    run: first,
    findings,
    answered,
    isComparable(finding, now) {
      // Older records do not store rules.
      if (rules.size > 0 && !rules.has(finding.rule)) return false;
      const ofSite = finding.pageIndex < 0;
      const own = ofSite ? [""] : pagesNamed(finding).map((page) => pageKey(page, now.baseUrl));
      if (mayBeLeftOut({ rule: finding.rule, keys: own }, cut, now.cut)) return false;
      if (ofSite) return siteMeasured || pages.length === 0;
      return own.some((key) => partly.get(key)?.has(finding.rule) ?? (measured.has(key) || !missed.has(key)));
    },
  };
}

export const isFailed = ({ outcome }: Pick<Known, "outcome">): boolean => outcome === "failed";

/** Whether it is a failure, or one on a page that was still loading: that it was only a manual check then makes it neither new nor fixed. */
export const isFailure = ({ outcome, unsure }: Pick<Known, "outcome" | "unsure">): boolean =>
  outcome === "failed" || (outcome === "review" && unsure === true);

/** Returns a predicate for findings of `now` that the reference lacks but could have had. If the reference is null, everything is new. */
export function isNewSince(reference: Reference | null, now: SoughtRun): (finding: Sought) => boolean {
  const isKnown = isAmong((reference?.findings ?? []).filter(isFailure));
  return (finding) => !isKnown(finding) && (reference === null || reference.isComparable(finding, now));
}
