// Reads the data of a report: the run, its pages, findings and images, or its results; for a full audit those of its child runs.
import { AUDIT_PILLARS, type AuditPillar, type Pillar } from "../../domain/audit/pillars.ts";
import { ProductError } from "../../domain/errors.ts";
import { qualityScore } from "../../domain/health/qualityScore.ts";
import type { OtherPillar, ReportInput, ReportRun } from "../../domain/report/input.ts";
import { runSummary } from "../../domain/runs/runSummary.ts";
import { scoreOf } from "../../domain/runs/score.ts";
import { auditPillarOf, FULL_AUDIT, partsOfType, pillarOf, shotKindOf } from "../../domain/runTypes.ts";
import { findProject } from "../../models/projects/queries.ts";
import { partsOf } from "../../models/runs/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import { findWork } from "../../models/work/queries.ts";
import type { PictureDeps } from "../deps.ts";
import { collectFunctional } from "./collectFunctional.ts";
import { collectSection } from "./collectSection.ts";
import { collectVisual } from "./collectVisual.ts";

/** A full audit has one run per pillar. */
const MAX_CHILDREN = 20;

/** Throws ProductError: not_found, and validation_error for a run type without reports. The caller must have checked access to the run. */
export async function collectReport(deps: PictureDeps, runId: string, signal?: AbortSignal): Promise<ReportInput> {
  const run = await findWork(deps.models, "run", runId);
  if (!run) throw new ProductError("not_found", `Run "${runId}" was not found.`);
  const project = await findProject(deps.models, run.projectId, { name: 1 });
  const common = { run: reportRun(run, project?.name ?? run.projectSlug), generatedAt: deps.now().toISOString() };

  const pillar = auditPillarOf(run.type);
  if (pillar !== null) {
    const section = await collectSection(deps, run, pillar);
    return {
      ...common,
      kind: "pillar",
      sections: [section],
      others: [],
      visual: null,
      functional: null,
      score: scoreOf(section),
    };
  }
  if (shotKindOf(run.type) === "visual") {
    const visual = await collectVisual(deps, run, signal);
    return {
      ...common,
      kind: "pillar",
      sections: [],
      others: [],
      visual,
      functional: null,
      score: scoreOf(run),
    };
  }
  if (partsOfType(run.type) === "scenarios") {
    const functional = await collectFunctional(deps, run);
    const score = scoreOf(run);
    return { ...common, kind: "pillar", sections: [], others: [], visual: null, functional, score };
  }
  if (run.type !== FULL_AUDIT)
    throw new ProductError("validation_error", `Run "${runId}" is a ${run.type} run, which has no report.`);

  const children = await partsOf(deps.models, runId, { limit: MAX_CHILDREN });
  const byPillar = new Map(children.map((child) => [pillarOf(child.type), child] as const));
  const sections = [];
  for (const one of AUDIT_PILLARS) {
    const child = byPillar.get(one);
    if (child) sections.push(await collectSection(deps, child, one));
  }
  const others = [...byPillar].flatMap(([one, child]) =>
    one === null || AUDIT_PILLARS.includes(one as AuditPillar) ? [] : [otherPillar(one, child)],
  );
  const pictures = byPillar.get("visual");
  const visual =
    pictures && shotKindOf(pictures.type) === "visual" ? await collectVisual(deps, pictures, signal) : null;
  const journeys = byPillar.get("functional");
  const functional = journeys ? await collectFunctional(deps, journeys) : null;
  const scores = [...sections.map((s) => ({ pillar: s.pillar, score: scoreOf(s) })), ...others];
  return { ...common, kind: "suite", sections, others, visual, functional, score: qualityScore(scores).score };
}

function reportRun(run: Run, projectName: string): ReportRun {
  return {
    runId: run._id,
    type: run.type,
    projectName,
    environmentName: run.environmentName,
    location: run.location ?? null,
    baseUrl: run.baseUrl,
    branch: run.branch,
    commitSha: run.commitSha,
    prNumber: run.prNumber,
    status: run.status,
    error: run.error,
    sentence: runSummary(run).sentence,
    startedAt: (run.startedAt ?? run.createdAt).toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: run.duration,
  };
}

/** Counts of visual and functional tests. */
const otherPillar = (pillar: Pillar, run: Run): OtherPillar => ({
  pillar,
  status: run.status,
  verdict: run.verdict,
  score: scoreOf(run),
  sentence: runSummary(run).sentence,
});
