// Reads one pillar's audit for a report: bounded numbers of pages and findings, the worst first, and their images.
import { OPEN_OUTCOMES } from "../../domain/audit/finding.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { isStartingPoint } from "../../domain/audit/startingPoint.ts";
import type { AuditSummary } from "../../domain/audit/summary.ts";
import { fieldsOf, listOf, textOf, textsOf } from "../../domain/fields.ts";
import { wordsOf } from "../../domain/pillars/titles.ts";
import { MAX_FINDINGS, MAX_PAGES } from "../../domain/report/bounds.ts";
import type { StoredPage } from "../../domain/report/extraTypes.ts";
import type { ReportFinding, ReportSection } from "../../domain/report/input.ts";
import { readExtras } from "../../domain/report/readExtras.ts";
import { auditPageDetails, auditPageRows, countAuditPages } from "../../models/auditPages/queries.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import { countFindings, worstFirst } from "../../models/findings/queries.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import type { Models } from "../../models/index.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import { loadPictures } from "./pictures.ts";

/** Maximum number of pages whose details are read; each may have 100 kB of them. */
const MAX_DETAILS = 100;

type Deps = { models: Models; artifacts: ArtifactStore };

export async function collectSection(deps: Deps, run: Run, pillar: AuditPillar): Promise<ReportSection> {
  const { models } = deps;
  const runId = run._id;
  const [records, pagesTotal, findingsTotal, withDetails] = await Promise.all([
    auditPageRows(models, runId, MAX_PAGES),
    countAuditPages(models, runId),
    countFindings(models, runId, OPEN_OUTCOMES),
    auditPageDetails(models, runId, MAX_DETAILS),
  ]);
  const findings = await worstFirst(models, runId, { outcomes: OPEN_OUTCOMES, limit: MAX_FINDINGS });
  const detailed = withDetails.map(({ index, url, metrics, details }) => ({
    index,
    url,
    metrics,
    details: fieldsOf(details),
  }));
  const inOrder = detailed.filter(({ index }) => index >= 0);
  // Metrics of all pages, details of the first ones.
  const pages = records.map(({ index, url, metrics }) => ({
    url,
    metrics,
    details: inOrder.find((one) => one.index === index)?.details ?? {},
  }));
  const pictures = await loadPictures(deps, run.projectId, wantedPictures(findings, pages, records));
  const pictureOf = (id: string, caption: string) => {
    const dataUri = pictures.get(id);
    return dataUri === undefined ? null : { dataUri, caption };
  };
  const shown = new Set<string>();
  return {
    pillar,
    runId,
    status: run.status,
    error: run.error,
    summary: summaryOf(run),
    startingPoint: isStartingPoint(run),
    pages: records.map((record) => ({
      url: record.url,
      scenarioLabels: record.scenarioLabels,
      status: record.status,
      reason: record.reason,
      score: record.score,
      metrics: record.metrics,
      rules: record.rules,
      pictures: Object.entries(record.artifacts).flatMap(([name, id]) => pictureOf(id, `${name} of the page`) ?? []),
    })),
    pagesTotal,
    findings: findings.map(
      ({ _id, runId: _run, projectId: _project, pageIndex: _index, order: _order, ...finding }) => {
        const id = pictureIdOf(finding);
        // One image may be evidence for several findings; it is shown once.
        const first = id !== null && !shown.has(id);
        if (id !== null) shown.add(id);
        return {
          ...finding,
          picture: first ? pictureOf(id, finding.target || finding.rule) : null,
          ...wordsOf(pillar, finding.rule),
        };
      },
    ),
    findingsTotal,
    warnings: textsOf(run.extra.warnings),
    extras: readExtras(pillar, {
      runExtra: run.extra,
      pages,
      site: detailed.find(({ index }) => index === -1) ?? null,
      pictureOf,
    }),
  };
}

function summaryOf({ summary }: Run): AuditSummary | null {
  return summary !== null && "bySeverity" in summary ? summary : null;
}

const pictureIdOf = ({ evidence }: Pick<ReportFinding, "evidence">): string | null =>
  textOf(fieldsOf(evidence).screenshotId);

/** In order of priority: findings, planned events, pages. */
function wantedPictures(
  findings: readonly FindingRecord[],
  pages: readonly StoredPage[],
  records: readonly Pick<AuditPageRecord, "artifacts">[],
): string[] {
  return [
    ...findings.flatMap((finding) => pictureIdOf(finding) ?? []),
    ...pages.flatMap(({ details }) =>
      listOf(details.events).flatMap((event) => textOf(fieldsOf(event).screenshotId) ?? []),
    ),
    ...records.flatMap(({ artifacts }) => Object.values(artifacts)),
  ];
}
