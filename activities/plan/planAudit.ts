// Plans an audit: its pages and options, from the project and its plan. Written to the database; only counts are returned.
import { ApplicationFailure } from "@temporalio/common";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { pageKey } from "../../domain/audit/runChecks.ts";
import { isAuditPillarSetting } from "../../domain/audit/settings.ts";
import { isOver } from "../../domain/durable/work.ts";
import { given } from "../../domain/given.ts";
import { auditPageIdOf } from "../../domain/ids.ts";
import { withoutLocked } from "../../domain/pillars/derive.ts";
import { PILLAR_FEATURES } from "../../domain/plans.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { countAuditPages } from "../../models/auditPages/queries.ts";
import { type AuditPageRecord, unmeasured } from "../../models/auditPages/schema.ts";
import { deleteAuditPages, insertAuditPages } from "../../models/auditPages/writes.ts";
import { planOfOrganisation } from "../../models/organisations/queries.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import { notePlan } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import { declaredScenarios } from "../../models/scenarios/queries.ts";
import { pillarOfRun } from "../audit/auditSite.ts";
import type { AuditDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { readRun } from "../readRun.ts";
import { requireOpen, requireStillOpen } from "../requireOpen.ts";
import { joinPages, pagesBefore, samePages } from "./carriedPages.ts";
import { completeHistory } from "./history/completeHistory.ts";
import { modesOfScenario } from "./modesOfScenario.ts";
import { distinctPages, type PlannedPage } from "./plannedPages.ts";
import { type Plan, siteWaitsOf } from "./planRun.ts";
import { projectWindow } from "./projectWindow.ts";
import { type AwaitedCrawl, siteCrawlOf } from "./siteCrawl.ts";
import { sitePagesOf } from "./sitePages.ts";

/** `crawl`: the pages come from a crawl that must end first; then request the plan again. */
export type AuditPlan = Plan & { crawl?: AwaitedCrawl };

export type PlanAuditActivities = {
  planAudit(input: { runId: string; executionId: string }): Promise<AuditPlan>;
  /** Waits, through retries, until a crawl that another workflow processes has ended. */
  crawlEnded(input: { jobId: string }): Promise<void>;
};

export function createPlanAuditActivities(deps: AuditDeps): PlanAuditActivities {
  const { models } = deps;

  const plan = async (runId: string): Promise<AuditPlan> => {
    const run = await readRun(deps, runId);
    requireOpen("run", run);
    const pillar = pillarOfRun(run);
    const window = await projectWindow(models, run);
    const written = await countAuditPages(models, runId);
    // A retry after the last write finds the plan complete; scenarios may have changed since, the plan has not.
    if (written > 0 && run.extra.planned === written) return { total: written, window };

    const project = await findProject(models, run.projectId);
    if (!project || project.orgId !== run.orgId) throw invalid("The project was deleted after the run was started.");
    const { options, warnings } = await optionsOf(run, project, pillar);
    const scenarios = await declaredScenarios(models, run, run.scenarios);
    const { planPages } = deps.pillars[pillar];
    const before = await pagesBefore(deps, run);
    let pages: PlannedPage[];
    if (run.pages && before) pages = samePages(before, run);
    else if (run.pages) {
      const site = await siteCrawlOf(deps, run);
      if (site.state === "awaited") return { total: 0, window, crawl: site.awaited };
      const named = scenarios.length === 0 ? [] : distinctPages(run, project, scenarios);
      const chosen = await sitePagesOf(deps, { run, pillar, choice: run.pages, crawl: site.crawl, named });
      pages = chosen.pages;
      warnings.push(...site.warnings, chosen.sentence);
    } else
      pages = planPages
        ? await planPages(deps, { run, project, scenarios, options })
        : distinctPages(run, project, scenarios);
    const modes = new Map(scenarios.map((one) => [one._id, modesOfScenario(project, one, 1)[0]]));
    const all = pages.map((page, index) => {
      // Scenarios with the same address share a page: it is visited the way the first of them is first captured.
      const mode = modes.get(page.scenarios[0]?._id ?? "");
      return { ...recordOf(run, pillar, page, index), ...given({ mode }) };
    });
    const { records, warnings: joined } = before ? await joinPages(deps, before, all) : { records: all, warnings: [] };
    // Nothing is gathered before the plan is complete, so the records of an earlier, unfinished attempt can be deleted.
    if (written > 0) await deleteAuditPages(models, runId);
    await insertAuditPages(models, records);
    await completeHistory(deps, run);
    await notePlan(models, run, { options, planWarnings: [...warnings, ...joined], planned: records.length });
    await requireStillOpen(deps, runId);
    return { total: records.length, window };
  };

  /** Returns the project's settings for the pillar, without those its plan does not include; a downgrade adds a warning. */
  const optionsOf = async (run: Run, project: Project, pillar: AuditPillar) => {
    const plan = (await planOfOrganisation(models, run.orgId)) ?? "enterprise";
    const audits = (project.settings?.audits ?? {}) as Record<string, Record<string, unknown>>;
    const given = isAuditPillarSetting(audits[pillar]) ? audits[pillar] : {};
    return withoutLocked(PILLAR_FEATURES[pillar], plan, given);
  };

  return {
    planAudit: async ({ runId }) => ({ ...(await plan(runId)), ...siteWaitsOf(deps) }),
    crawlEnded: async ({ jobId }) => {
      const job = await readJob(deps, jobId);
      if (!isOver("job", job.status))
        throw ApplicationFailure.create({ message: "The crawl is still running.", type: FAILURES.infrastructure });
    },
  };
}

function recordOf(run: Run, pillar: AuditPillar, page: PlannedPage, index: number): AuditPageRecord {
  return {
    ...unmeasured(),
    _id: auditPageIdOf(run._id, index),
    runId: run._id,
    projectId: run.projectId,
    pillar,
    index,
    url: page.url,
    key: pageKey(page.url, run.baseUrl),
    scenarioLabels: page.scenarios.map((s) => s.label),
    scenarioIds: page.scenarios.map((s) => s._id),
    status: "pending",
  };
}
