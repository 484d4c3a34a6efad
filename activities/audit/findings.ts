// Stores findings: of one page (or of the whole site, index -1) all at once, so that a retry leaves them once.
import type { Finding } from "../../domain/audit/finding.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import { replaceFindingsOfPage } from "../../models/findings/writes.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** Index of the Lighthouse score of an SEO run. */
export const LIGHTHOUSE_INDEX = -2;

/** The findings as `judgePage` gives them: bounded in number, and in a shape that may be stored. */
export async function storeFindings(
  deps: CommonDeps,
  run: { runId: string; projectId: string },
  pageIndex: number,
  findings: readonly Finding[],
  accepted: ReadonlyMap<string, Date> = new Map(),
): Promise<void> {
  const { runId, projectId } = run;
  const kept = findings.map(
    (finding, order): FindingRecord => ({
      _id: `${runId}:${finding.fingerprint}`,
      runId,
      projectId,
      pageIndex,
      order,
      ...finding,
      isNew: null,
      isNewOnBranch: null,
      acceptedUntil:
        finding.outcome === "accepted"
          ? (accepted.get(finding.fingerprint) ?? accepted.get(finding.cause ?? "") ?? null)
          : null,
      firstSeen: null,
      timesSeen: null,
    }),
  );
  await replaceFindingsOfPage(deps.models, { runId, pageIndex }, kept);
}
