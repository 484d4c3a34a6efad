// Details of one run: its state and the reasons, timeline, result per pillar, and related links.
import { isDeepStrictEqual } from "node:util";
import { textsOf } from "../../../domain/fields.ts";
import { DEFAULT_OPTIONS, optionsOf } from "../../../domain/functional/runOptions.ts";
import { firstPicturesOnly } from "../../../domain/history/protection.ts";
import { workflowIdOfRun } from "../../../domain/ids.ts";
import { namedPreview } from "../../../domain/net/preview.ts";
import { reasonsOf } from "../../../domain/runs/outcomeReasons.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { FULL_AUDIT, gates, partsOfType, pillarOf, shotKindOf } from "../../../domain/runTypes.ts";
import { saidOf } from "../../../domain/visual/summary.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { comparableRuns } from "../../../models/runs/before.ts";
import { attemptsOfRun } from "../../../models/runs/parts.ts";
import { partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { reviewProgress } from "../../../models/shots/reviews.ts";
import { sharedReads } from "../../../platform/sharedReads.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { liveWork } from "../../lib/liveWork.ts";
import { viewProjectHead } from "../projects/projectView.ts";
import { findRun, sharedKeyOf } from "./findRun.ts";
import { pillarsOf, ROW_FIELDS, runRow } from "./runRow.ts";

const MAX_PARTS = 100;
const MAX_TRIED_AGAIN = 100;
const MAX_LABELS = 200;

/** Every open page reads its run again after each change of it. */
const shared = sharedReads<Awaited<ReturnType<typeof readDetail>>>();

/** Returns everything that the page of a run shows. Callers of the same reach who read it at the same time share the answer. */
export async function runDetail(ctx: OperationContext, caller: Caller, runId: string) {
  requireReadRight(caller);
  const detail = await shared(ctx.models, sharedKeyOf(caller, runId), () => readDetail(ctx, caller, runId));
  return { ...detail, links: { ...detail.links, temporal: temporalLink(ctx, caller, runId) } };
}

/** Depends on the caller only by its reach. */
async function readDetail(ctx: OperationContext, caller: Caller, runId: string) {
  const { models } = ctx;
  const { work: run, progress, stale } = await liveWork(ctx, "run", await findRun(ctx, caller, runId));
  const full = run.type === FULL_AUDIT;
  const [project, parts, { previous, base, against }, triedAgain, review] = await Promise.all([
    findProject(models, run.projectId),
    full ? partsOf(models, run._id, { fields: ROW_FIELDS, limit: MAX_PARTS }) : [],
    comparableRuns(models, run),
    full ? [] : attemptsOfRun(models, run, MAX_TRIED_AGAIN),
    shotKindOf(run.type) === "visual" ? reviewProgress(models, run._id) : null,
  ]);
  const row = runRow(run);
  const scenarios = run.scenarios ?? [];
  return {
    project: project && viewProjectHead(project),
    run: { ...row, ...(row.progress && { progress, sentence: runSummary({ ...run, progress }).sentence }) },
    stale,
    reasons: reasonsOf(run),
    said: saidOf(run.summary),
    warnings: [
      // Only until its summary reports how many there were.
      ...(run.firstPicturesOnly && project && !(run.summary && "baselinesKept" in run.summary)
        ? [firstPicturesOnly(project.mainBranch)]
        : []),
      // Runs of earlier versions also store here what is now reported along with the counts.
      ...run.warnings.filter(({ code }) => code !== "approved_on_branch").map(({ message }) => message),
      ...textsOf(run.extra?.warnings),
    ],
    metadata: {
      baseUrl: run.baseUrl,
      browsers: run.browsers,
      scenarioCount: run.scenarios?.length ?? null,
      scenarios: scenarios.slice(0, MAX_LABELS),
      pages: run.pages ?? null,
      preview: namedPreview(run),
      location: run.location ?? null,
      feature: partsOfType(run.type) === "scenarios" ? askedFeature(run) : null,
    },
    links: {
      report: run.status !== "running" && gates(run.type) ? `/api/ci/runs/${run._id}/report` : null,
    },
    compareWith: { previous: previous?._id ?? null, base: base?._id ?? null, against },
    review,
    pillars: parts.map(runRow),
    awaited: awaitedOf(run, parts),
    timeline: timelineOf(run),
    triedAgain,
    isAudit: full,
  };
}

/**
 * Returns the options with which scenarios were run; null for all features with default options. `part`: whether only some scenarios of
 * the feature were run.
 */
function askedFeature({ extra }: Pick<Run, "extra">) {
  const { featureIds, scenarioIds, ...options } = optionsOf(extra);
  const { tags, viewports, retries, verifyTracking } = options;
  const isUsual = Object.entries(options).every(([name, value]) =>
    isDeepStrictEqual(value, DEFAULT_OPTIONS[name as keyof typeof options]),
  );
  if (featureIds === null && isUsual) return null;
  const [featureId = null] = featureIds ?? [];
  return { featureId, tags, viewports, retries, verifyTracking, part: scenarioIds !== undefined };
}

/** Returns the pillars of a running full audit that have no run yet because the audit is not planned. */
function awaitedOf(run: Run, parts: readonly Pick<Run, "type">[]) {
  if (run.type !== FULL_AUDIT || run.status !== "running") return [];
  return pillarsOf(run).filter((pillar) => !parts.some((part) => pillarOf(part.type) === pillar));
}

const CONCLUDED = { passed: "Passed.", failed: "Failed.", inconclusive: "Inconclusive." } as const;

/** Returns the timeline from the times stored with the run. */
function timelineOf(run: Run) {
  const started = run.startedAt ? [{ at: run.startedAt, what: "started" as const, text: "Started." }] : [];
  const by = run.cancelledBy ? ` by ${run.cancelledBy}` : "";
  const { conclusion } = runSummary(run);
  const text = run.cancelledBy ? `Cancelled${by}.` : CONCLUDED[conclusion ?? "inconclusive"];
  const ended = run.finishedAt ? [{ at: run.finishedAt, what: "ended" as const, text }] : [];
  const created = { at: run.createdAt, what: "created" as const, text: `Triggered by ${run.requestedBy}.` };
  return [created, ...started, ...ended].map((one) => ({ ...one, at: one.at.toISOString() }));
}

/** Only for administrators, because Temporal's UI shows the work of all organisations. */
function temporalLink({ config }: OperationContext, caller: Caller, runId: string): string | null {
  if (config.temporalUiUrl === null || caller.kind !== "user" || caller.role !== "admin") return null;
  const base = config.temporalUiUrl.replace(/\/+$/, "");
  return `${base}/namespaces/${encodeURIComponent(config.temporalNamespace)}/workflows/${workflowIdOfRun(runId)}`;
}
