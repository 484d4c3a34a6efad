// Stores the findings of one page (or of the whole site, index -1) at once, so that a retry does not duplicate them.
import type { Finding } from "../../domain/audit/finding.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import { replaceFindingsOfPage } from "../../models/findings/writes.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** Index of the Lighthouse score of an SEO run. */
export const LIGHTHOUSE_INDEX = -2;

/** Stores findings as returned by `judgePage`: bounded in number, and in a storable format. */
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
