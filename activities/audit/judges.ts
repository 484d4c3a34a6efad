// How each pillar judges what was gathered. Loaded by worker threads: nothing here reaches browsers, network or database.
import { boundFinding } from "../../domain/audit/boundFinding.ts";
import type { AuditRunInfo, Judge, PageAudit, SiteAudit } from "../../domain/audit/judge.ts";
import type { AuditPage } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Place } from "../../domain/audit/runChecks.ts";
import { maskTexts } from "../../domain/functional/values.ts";
import { type Moved, translation } from "../../domain/net/preview.ts";
import { unpackGathered } from "./gathered.ts";
import type { JudgeModule } from "./pillar.ts";
import { storable } from "./storable.ts";

/** A thread loads the rules of the pillars that it is asked for. */
async function judgeOf(pillar: AuditPillar): Promise<Judge> {
  const { judge }: JudgeModule = await import(`../pillars/${pillar}/judge.ts`);
  return judge;
}

/** A page with more is cut there; the worst come first. */
const MAX_FINDINGS = 1_000;

/** `gathered` as the store keeps it. The answer may be stored as it is. */
export async function judgePage(
  pillar: AuditPillar,
  gathered: Buffer,
  page: AuditPage,
  run: AuditRunInfo,
  place: Place,
): Promise<PageAudit> {
  const judge = await judgeOf(pillar);
  return asItStandsFor(run, (inward) => {
    return kept(judge.audit(inward(unpackGathered(gathered)), inward(page), inward(run), inward(place)));
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
    return kept(judged);
  });
}

/** What the part over the whole site reads of a page. */
export async function pageForSite(pillar: AuditPillar, gathered: Buffer, preview?: Moved): Promise<unknown> {
  const judge = await judgeOf(pillar);
  const data = unpackGathered(gathered);
  const read = judge.forSite?.(data) ?? data;
  // What is asked next is asked of the preview.
  return preview ? maskTexts(read, translation(preview).outward) : read;
}

/**
 * What a preview gave is judged under the addresses that it stands for, so that rules about hosts and fingerprints are those of the
 * same page there. What was found names the preview again: that is where it can be seen.
 */
function asItStandsFor<T>({ preview }: AuditRunInfo, judge: (inward: <V>(value: V) => V) => T): T {
  if (preview === undefined) return judge((value) => value);
  const { inward, outward } = translation(preview);
  return maskTexts(
    judge((value) => maskTexts(value, inward)),
    outward,
  );
}

const kept = <T extends Pick<PageAudit, "findings" | "metrics" | "details">>(judged: T): T => ({
  ...judged,
  findings: judged.findings
    .slice(0, MAX_FINDINGS)
    .map((one) => boundFinding({ ...one, evidence: storable(one.evidence) })),
  metrics: storable(judged.metrics ?? {}),
  details: storable(judged.details ?? {}),
});
