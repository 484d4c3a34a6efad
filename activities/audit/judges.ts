// How each pillar judges gathered data. Loaded by worker threads: nothing here uses browsers, network or database.

import { boundFinding } from "../../domain/audit/boundFinding.ts";
import { MAX_FINDING_PAGES } from "../../domain/audit/causes.ts";
import type { AuditRunInfo, Judge, PageAudit, SiteAudit } from "../../domain/audit/judge.ts";
import type { AuditPage } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Place } from "../../domain/audit/runChecks.ts";
import { maskTexts } from "../../domain/functional/values.ts";
import { type Moved, translation } from "../../domain/net/preview.ts";
import { unpackGathered } from "./gathered.ts";
import type { JudgeModule } from "./pillar.ts";
import { storable } from "./storable.ts";

/** A thread loads only the rules of requested pillars. */
async function judgeOf(pillar: AuditPillar): Promise<Judge> {
  const { judge }: JudgeModule = await import(`../pillars/${pillar}/judge.ts`);
  return judge;
}

/** Maximum number of findings per page; the worst are kept. */
const MAX_FINDINGS = 1_000;
/** The same about the site: five rules may have a finding on each page, which are merged afterwards, and others on requested addresses. */
const MAX_SITE_FINDINGS = 6 * MAX_FINDING_PAGES;

/** `gathered` is in stored format. The result can be stored as it is. */
export async function judgePage(
  pillar: AuditPillar,
  gathered: Buffer,
  page: AuditPage,
  run: AuditRunInfo,
  place: Place,
): Promise<PageAudit> {
  const judge = await judgeOf(pillar);
  return asItStandsFor(run, (inward) => {
    return kept(judge.audit(inward(unpackGathered(gathered)), inward(page), inward(run), inward(place)), MAX_FINDINGS);
  });
}

export async function judgeSite(
  pillar: AuditPillar,
  gathered: Buffer,
  run: AuditRunInfo,
  place: Place,
): Promise<SiteAudit> {
  const judge = await judgeOf(pillar);
  return asItStandsFor(run, (inward) => {
    const judged = judge.auditSite?.(inward(unpackGathered(gathered)), inward(run), inward(place));
    if (!judged) throw new Error(`The pillar ${pillar} has no rules about the whole site.`);
    return kept(judged, MAX_SITE_FINDINGS);
  });
}

/** Returns the data of a page that the site-wide part reads. */
export async function pageForSite(pillar: AuditPillar, gathered: Buffer, preview?: Moved): Promise<unknown> {
  const judge = await judgeOf(pillar);
  const data = unpackGathered(gathered);
  const read = judge.forSite?.(data) ?? data;
  // Later requests go to the preview.
  return preview ? maskTexts(read, translation(preview).outward) : read;
}

/**
 * Judges a preview's data under the addresses it stands for, so that rules about hosts and fingerprints match those of the
 * same page there. The findings name the preview again, because that is where they can be seen.
 */
function asItStandsFor<T>({ preview }: AuditRunInfo, judge: (inward: <V>(value: V) => V) => T): T {
  if (preview === undefined) return judge((value) => value);
  const { inward, outward } = translation(preview);
  return maskTexts(
    judge((value) => maskTexts(value, inward)),
    outward,
  );
}

const kept = <T extends Pick<PageAudit, "findings" | "metrics" | "details">>(judged: T, most: number): T => ({
  ...judged,
  findings: judged.findings.slice(0, most).map((one) => boundFinding({ ...one, evidence: storable(one.evidence) })),
  metrics: storable(judged.metrics ?? {}),
  details: storable(judged.details ?? {}),
});
