// Judges a page's gathered data: pure rules, in a worker thread, between two database calls.
import { cutRules } from "../../domain/audit/cutShort.ts";
import { acceptedUntil } from "../../models/acceptances/queries.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { throughOutages } from "../outageWait.ts";
import { readRun } from "../readRun.ts";
import { type RetriesExhausted, retriesExhausted } from "../retriesExhausted.ts";
import { inThread } from "../threads/inThread.ts";
import { storeFindings } from "./findings.ts";
import { decideAuditPage, openAuditPage, pageOf } from "./pages.ts";
import { recentHistory } from "./recentHistory.ts";
import { runInfo } from "./tools.ts";

export type AuditPageActivities = {
  /** Returns the status of the page. */
  auditPage(input: { pageId: string }): Promise<AuditPageRecord["status"]>;
  /** Marks a page as not measured because the infrastructure failed. */
  failAuditPage(input: RetriesExhausted & { pageId: string }): Promise<void>;
};

export function createAuditPageActivities(deps: AuditDeps): AuditPageActivities {
  const historyOf = recentHistory(deps);
  const audit = async (pageId: string) => {
    const page = await openAuditPage(deps, pageId);
    if (page.status !== "pending" || page.gatheredId === null) return page.status;
    const run = await readRun(deps, page.runId);
    const gathered = await deps.artifacts.get(page.gatheredId);
    const { pillar } = page;
    const accepted = await acceptedUntil(deps.models, { ...run, pillar }, deps.now(), historyOf(run.projectId));
    const place = { pillar, page: page.url, baseUrl: run.baseUrl, accepted: [...accepted.keys()] };
    const began = performance.now();
    const judged = await inThread("judgePage", { pillar, gathered, page: pageOf(page), run: runInfo(run), place });
    await storeFindings(deps, page, page.index, judged.findings, accepted);
    const failed = judged.findings.some((f) => f.outcome === "failed");
    return decideAuditPage(deps, page, {
      status: judged.status ?? (failed ? "failed" : "passed"),
      ...(judged.status === "not_measured" && judged.reason
        ? { code: judged.code ?? "not_judged", reason: judged.reason }
        : {}),
      score: judged.score,
      metrics: judged.metrics ?? {},
      rules: judged.rules,
      cutRules: cutRules(judged.findings),
      artifacts: judged.artifacts ?? {},
      details: judged.details ?? {},
      timings: { ...page.timings, audit: Math.round(performance.now() - began) },
    });
  };
  return {
    auditPage: ({ pageId }) => throughOutages(() => audit(pageId)),
    async failAuditPage({ pageId, ...failure }) {
      const page = await openAuditPage(deps, pageId);
      const { code, message: reason } = retriesExhausted("page", failure);
      await decideAuditPage(deps, page, { status: "not_measured", code, reason });
    },
  };
}
