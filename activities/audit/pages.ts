// Reads and decides the pages of an audit run. A page is decided once: a second writer gets the stored result.
import type { SiteEntry } from "../../browsers/page/access.ts";
import type { AuditPage } from "../../domain/audit/page.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { findAuditPage } from "../../models/auditPages/queries.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import { changePendingPage } from "../../models/auditPages/writes.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { createAccessMask } from "../siteSecrets.ts";
import { packGathered } from "./gathered.ts";

/** Reads the page to work on; a page that was closed with its run stays closed. */
export async function openAuditPage(deps: CommonDeps, pageId: string): Promise<AuditPageRecord> {
  const page = await findAuditPage(deps.models, pageId);
  if (!page) throw invalid(`The page ${pageId} is not in the database.`);
  return page;
}

export type PageDecision = Partial<AuditPageRecord> & Pick<AuditPageRecord, "status">;

/** Writes the page's result if it is still open, and returns the stored status. */
export async function decideAuditPage(
  deps: CommonDeps,
  page: Pick<AuditPageRecord, "_id" | "pillar" | "timings">,
  decision: PageDecision,
): Promise<AuditPageRecord["status"]> {
  if (await changePendingPage(deps.models, page._id, { ...decision, decidedAt: deps.now() })) {
    const ms = Object.values({ ...page.timings, ...decision.timings }).reduce((a, b) => a + b, 0);
    deps.metrics.page(page.pillar, decision.status, ms / 1_000);
    return decision.status;
  }
  const stands = await findAuditPage(deps.models, page._id, { status: 1 });
  return stands?.status ?? decision.status;
}

export function pageOf(record: AuditPage): AuditPage {
  return { index: record.index, url: record.url, scenarioLabels: record.scenarioLabels };
}

/** Stores the gathered data of a page, compressed. */
export async function storeGathered(
  deps: CommonDeps,
  { projectId, access, data }: { projectId: string; access: SiteEntry | undefined; data: unknown },
): Promise<string> {
  const bytes = await packGathered(data, createAccessMask(access));
  if (bytes === null) throw invalid("The page returned more data than an audit can store.");
  return keepArtifact(deps, { projectId, bytes, contentType: "application/gzip" });
}
