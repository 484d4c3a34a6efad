// How each pillar judges what was gathered. Loaded by worker threads: nothing here reaches browsers, network or database.
import { boundFinding } from "../../domain/audit/boundFinding.ts";
import type { AuditPage } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Place } from "../../domain/audit/runChecks.ts";
import { a11yJudge } from "../pillars/a11y/judge.ts";
import { perfJudge } from "../pillars/perf/judge.ts";
import { privacyJudge } from "../pillars/privacy/judge.ts";
import { securityJudge } from "../pillars/security/judge.ts";
import { seoJudge } from "../pillars/seo/judge.ts";
import { trackingJudge } from "../pillars/tracking/judge.ts";
import { unpackGathered } from "./gathered.ts";
import type { AuditRunInfo, Judge, PageAudit, SiteAudit } from "./pillar.ts";
import { storable } from "./storable.ts";

const JUDGES: Record<AuditPillar, Judge> = {
  a11y: a11yJudge,
  perf: perfJudge,
  privacy: privacyJudge,
  security: securityJudge,
  seo: seoJudge,
  tracking: trackingJudge,
};

/** A page with more is cut there; the worst come first. */
const MOST_FINDINGS = 1_000;

/** `gathered` as the store keeps it. The answer may be stored as it is. */
export function judgePage(
  pillar: AuditPillar,
  gathered: Buffer,
  page: AuditPage,
  run: AuditRunInfo,
  place: Place,
): PageAudit {
  const judged = JUDGES[pillar].audit(unpackGathered(gathered), page, run, place);
  return {
    ...kept(judged),
    metrics: storable(judged.metrics ?? {}),
    details: storable(judged.details ?? {}),
  };
}

export function judgeSite(pillar: AuditPillar, gathered: Buffer, run: AuditRunInfo, place: Place): SiteAudit {
  const judged = JUDGES[pillar].auditSite?.(unpackGathered(gathered), run, place);
  if (!judged) throw new Error(`The pillar ${pillar} has no rules about the whole site.`);
  return {
    ...kept(judged),
    metrics: storable(judged.metrics ?? {}),
    details: storable(judged.details ?? {}),
  };
}

/** What the part over the whole site reads of a page. */
export function pageForSite(pillar: AuditPillar, gathered: Buffer): unknown {
  const data = unpackGathered(gathered);
  return JUDGES[pillar].forSite?.(data) ?? data;
}

const kept = <T extends Pick<PageAudit, "findings">>(judged: T): T => ({
  ...judged,
  findings: judged.findings
    .slice(0, MOST_FINDINGS)
    .map((one) => boundFinding({ ...one, evidence: storable(one.evidence) })),
});
