// Audits one pillar: gathers and judges every page, then the whole site, then adds up the results. Deterministic.

import { ApplicationFailure, WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { CancellationScope, isCancellation, log, patched, proxyActivities } from "@temporalio/workflow";
import type { AuditPageActivities } from "../activities/audit/auditPage.ts";
import type { SiteActivities } from "../activities/audit/auditSite.ts";
import type { FinishAuditActivities } from "../activities/audit/finishAudit.ts";
import type { GatherActivities } from "../activities/audit/gatherPage.ts";
import type { LabActivities } from "../activities/audit/lighthouseSeo.ts";
import type { MergeActivities } from "../activities/audit/mergeCauses.ts";
import type { PlanAuditActivities } from "../activities/plan/planAudit.ts";
import type { AwaitedCrawl } from "../activities/plan/siteCrawl.ts";
import { PILLAR_NAME, PILLAR_PARTS } from "../domain/audit/pillars.ts";
import { STAGES } from "../domain/audit/stages.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import { turnOf } from "../domain/durable/turn.ts";
import type { RunProgress } from "../domain/engine.ts";
import { codeOfFailure, sentenceOfFailure } from "../domain/failureSentences.ts";
import { auditPageIdOf } from "../domain/ids.ts";
import { auditPillarOf } from "../domain/runTypes.ts";
import { executeJob } from "./childJob.ts";
import { partsRun, type RunEnd, type RunInput } from "./partsRun.ts";
import { POLICIES } from "./policies.ts";

/** Runs started before this patch merged findings by cause only over the pages of a crawl, not over chosen scenarios. */
const CHOSEN_PAGES_TOO = "causes-over-chosen-pages";

export async function auditRun(input: RunInput): Promise<RunEnd> {
  const { runId, queues } = input;
  const pillar = auditPillarOf(input.type);
  if (pillar === null) throw ApplicationFailure.nonRetryable(`The run ${runId} is a ${input.type} run and no audit.`);
  const stages = STAGES[pillar];
  const priority = turnOf(input);
  const { planAudit, crawlEnded, finishAudit, failAuditPage, noteMissingPart } = proxyActivities<
    PlanAuditActivities & FinishAuditActivities & AuditPageActivities
  >({ ...POLICIES.database, taskQueue: queues.orchestration });
  const { gatherPage } = proxyActivities<GatherActivities>({
    ...(stages.queue === "lab" ? POLICIES.measure : POLICIES.gather),
    taskQueue: queues[stages.queue],
    priority,
  });
  const { auditPage } = proxyActivities<AuditPageActivities>({
    ...POLICIES.judge,
    taskQueue: queues.orchestration,
    priority,
  });
  const { auditSite } = proxyActivities<SiteActivities>({
    ...POLICIES.site,
    taskQueue: queues.orchestration,
    priority,
  });
  const { mergeCauses } = proxyActivities<MergeActivities>({
    ...POLICIES.merge,
    taskQueue: queues.orchestration,
    priority,
  });
  const { lighthouseSeo } = proxyActivities<LabActivities>({ ...POLICIES.measure, taskQueue: queues.lab, priority });

  /** If a part of the audit is unavailable, adds a warning; the other parts are not affected. */
  const optional = async (part: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (isCancellation(error)) throw error;
      await noteMissingPart({ runId, part, message: sentenceOfFailure(error) });
    }
  };

  /** Waits for the crawl whatever its outcome, which the next plan reads; only a cancellation of this run ends the run. */
  const crawl = async ({ jobId, own }: AwaitedCrawl) => {
    const { orgId, projectId, projectSlug, environment, weight, urgency } = input;
    const job = { jobId, kind: "crawl_site", orgId, projectId, projectSlug, environment, weight, urgency } as const;
    try {
      if (own) await executeJob(job, queues);
      else await crawlEnded({ jobId });
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) await crawlEnded({ jobId });
      else if (isCancellation(error) && CancellationScope.current().consideredCancelled) throw error;
      else log.warn("the crawl of an audit failed", { runId, jobId, error: String(error) });
    }
  };
  let show: (change: Partial<RunProgress>) => void = () => undefined;
  let planned = 0;

  return partsRun(input, {
    working: "auditing",
    details: (progress) => progressDetails(`${PILLAR_NAME[pillar]} audit`, PILLAR_PARTS[pillar], progress),
    planning(shown) {
      show = shown;
    },
    async plan(execution) {
      for (;;) {
        const plan = await planAudit(execution);
        planned = plan.total;
        if (!plan.crawl) return plan;
        show({ phase: "crawling the site" });
        await crawl(plan.crawl);
        show({ phase: "planning" });
      }
    },
    async part(index, site) {
      const pageId = auditPageIdOf(runId, index);
      try {
        const gathered = await site.ask(
          (away) => gatherPage({ pageId, away }),
          (answer) => answer === "away",
        );
        return (gathered === "decided" ? "not_measured" : await auditPage({ pageId })) !== "passed";
      } catch (error) {
        if (isCancellation(error)) throw error;
        await failAuditPage({ pageId, message: sentenceOfFailure(error), code: codeOfFailure(error) });
        return true;
      }
    },
    async afterParts() {
      await Promise.all([
        stages.site ? optional("site", () => auditSite({ runId })) : null,
        stages.lighthouseSeo ? optional("lighthouse", () => lighthouseSeo({ runId })) : null,
      ]);
      if (input.site || (planned > 1 && patched(CHOSEN_PAGES_TOO))) await mergeCauses({ runId });
    },
    finish: finishAudit,
  });
}
