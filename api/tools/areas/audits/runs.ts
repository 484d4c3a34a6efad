// Tools that start runs and wait for them.

import { array, boolean, mixed, type NumberSchema, number, object, string } from "yup";
import { PILLAR_PARTS, PILLARS } from "../../../../domain/audit/pillars.ts";
import type { IntentWords } from "../../../../domain/guidance/intents.ts";
import { childRunIdOf } from "../../../../domain/ids.ts";
import { named, runSummary } from "../../../../domain/runs/runSummary.ts";
import {
  auditPillarOf,
  CI_AUDITS,
  type CiAudit,
  FULL_AUDIT,
  gates,
  pillarOf,
  RUN_NAME,
  RUN_STATUSES,
  RUN_TYPE_OF,
} from "../../../../domain/runTypes.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { MAX_WAIT_MS } from "../../../lib/pollUntil.ts";
import { choice, failedField, historyField, listOf, pagesField, prNumberField, text } from "../../../lib/validate.ts";
import { type RunStatusView, readRun, TYPE_FIELDS } from "../../../operations/runs/readRun.ts";
import { startFullAudit } from "../../../operations/runs/startFullAudit.ts";
import { DEFAULT_WAIT_MS, newestRun, waitForRun } from "../../../operations/runs/waitForRun.ts";
import { childrenData, progressData, rowsData } from "../../answers.ts";
import {
  baseUrlArg,
  browsersArg,
  described,
  environmentArg,
  labelsArg,
  projectArg,
  runIdArg,
  waitMs,
  waitWarnings,
} from "../../args.ts";
import { ToolError } from "../../envelope.ts";
import { detailsOf, next, placeOfRun, reportOf, startOf, waitFor } from "../../next.ts";
import { runOf } from "../../runOf.ts";
import { oneLine } from "../../sentences.ts";
import { STALE } from "../../stale.ts";
import { startRunTool } from "../../startRunTool.ts";
import { defineTool, type NextAction, type ToolUse } from "../../tool.ts";

/** Descriptions of the tools that start audits. */
const AUDIT_TOOLS: Record<CiAudit, { description: string; intent?: IntentWords; shows?: readonly string[] }> = {
  perf: {
    description:
      "Measures the scenarios' pages with Lighthouse, several runs each, against perfBudgets when given. Returns the runId; then call wait_for_run and perf_get_latest_report.",
    shows: ["perfBudgets", "pages"],
  },
  seo: {
    description:
      "Audits the scenarios' pages and the whole site for search engines. Returns the runId; then call wait_for_run and seo_get_report.",
    shows: ["pages"],
  },
  a11y: {
    description:
      "Audits the scenarios' pages for WCAG 2.2 A/AA, by axe, keyboard and reflow. Returns the runId; then call wait_for_run and a11y_get_report.",
    shows: ["pages"],
  },
  security: {
    description:
      "Audits headers, cookies, TLS, exposed files and libraries with known holes. Returns the runId; then call wait_for_run and security_get_report.",
    shows: ["pages"],
  },
  tracking: {
    description:
      "Checks what the pages push and send against the tracking plan. Returns the runId; then call wait_for_run and tracking_get_audit_report.",
    intent: { does: "starts a tracking audit", when: [["run", "tracking"]], not: ["report", "export"] },
  },
};

/** A tool for each audit that CI may start, named after its trigger. */
export const CI_RUNS = CI_AUDITS.map((type) =>
  startRunTool({
    name: `run_${type}`,
    title: RUN_NAME[RUN_TYPE_OF[type]],
    type,
    area: "audits",
    profile: "full",
    ...AUDIT_TOOLS[type],
  }),
);

/** The body of GET /api/ci/status/{runId}. */
const statusData = object({
  runId: string().required(),
  projectId: string().required(),
  status: string().oneOf(["running", "completed", "failed"]).required(),
  type: string().required(),
  environmentId: string(),
  environmentName: string(),
  duration: number(),
  summary: object().nullable().default(undefined),
  error: string().nullable(),
  perfBudgetResult: mixed(),
  ...(Object.fromEntries(TYPE_FIELDS.map((name) => [name, number()])) as Record<
    (typeof TYPE_FIELDS)[number],
    NumberSchema
  >),
  progress: object({ phase: string(), done: number(), total: number() }).default(undefined),
  children: array().of(object({ runId: string(), type: string(), status: string() })),
});

export const getRunStatus = defineTool({
  name: "get_run_status",
  title: "Status of a run",
  description:
    "Status, summary and scores of a run; of the latest completed one when no runId is given. Call wait_for_run instead of calling this again and again.",
  intent: {
    does: "the status of a run",
    when: [["status", "run"], ["status"]],
    not: ["job", "wait"],
    hints: ["runId"],
  },
  area: "audits",
  profile: "qa",
  mutating: false,
  ci: { status: 200 },
  args: { project: projectArg(), environment: environmentArg(), runId: runIdArg() },
  data: statusData,
  example: {},
  async run(use, { runId }) {
    const run = await runOf(use, runId);
    const data = await readRun(use.ctx, use.caller, run._id);
    return { summary: sentenceOf(data), data, nextActions: afterRun(use, run, data) };
  },
});

/**
 * Returns the summary of the run. Prefers the sentence in the response's own summary, because it was built with more data than the
 * response contains.
 */
function sentenceOf(run: RunStatusView): string {
  const told = runSummary(run);
  const { sentence = told.sentence } = (run.summary ?? {}) as { sentence?: string };
  return oneLine(named({ ...told, sentence }, `${RUN_NAME[run.type]} ${run.runId}`));
}

export const runFullAudit = defineTool({
  name: "run_full_audit",
  title: "Full audit",
  description:
    "Starts the pillars that are named, or all that the plan unlocks, as one audit with a run for each pillar. Then call wait_for_run with its runId, and get_pillar_report for what a pillar found.",
  intent: {
    does: "starts audits",
    when: [["run", "audit"], ["audit"]],
    not: ["report", "tracking", "question", "approving"],
    hints: ["pillars"],
  },
  area: "audits",
  profile: "qa",
  mutating: true,
  openWorld: true,
  narrows: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    baseUrl: baseUrlArg(),
    pillars: described(listOf(choice(PILLARS).required()), "Default: all unlocked pillars"),
    scenarios: labelsArg(),
    pages: pagesField(),
    browsers: browsersArg(),
    branch: text(),
    prNumber: prNumberField(),
    commitSha: text(128),
    baseBranch: text(),
    history: historyField(),
    failed: failedField(),
  },
  quiet: ["browsers", "commitSha", "baseBranch", "history"],
  data: object({
    runId: string().required(),
    runs: object().required(),
    skipped: rowsData({ pillar: string().required(), reason: string().required() }),
  }),
  example: { pillars: ["a11y", "seo"] },
  async run({ ctx, caller, project, environment }, given) {
    const { baseUrl, pillars, scenarios, pages, browsers, branch, prNumber, commitSha, baseBranch, history } = given;
    const started = await startFullAudit(ctx, caller, {
      project: project._id,
      environment: environment?._id,
      baseUrl,
      pillars: pillars && [...new Set(pillars)],
      scenarios,
      pages,
      browsers,
      branch,
      prNumber,
      commitSha,
      baseBranch,
      history,
      failed: given.failed,
    });
    const { runId, skipped } = started;
    const summary = `Full audit ${runId} started: ${started.pillars.join(", ")}.`;
    return {
      summary: started.started === false ? started.message : summary,
      data: {
        runId,
        // The parts are planned a moment later, but their ids are already known.
        runs: Object.fromEntries(started.pillars.map((pillar) => [pillar, childRunIdOf(runId, pillar)])),
        skipped: skipped.map(({ pillar, message }) => ({ pillar, reason: message })),
      },
      warnings: skipped.map(({ message }) => message),
      nextActions: started.started === false ? [] : [waitFor({ project, environment }, runId)],
    };
  },
});

export const waitForRunTool = defineTool({
  name: "wait_for_run",
  title: "Wait for a run",
  description:
    "Waits until a run has ended and answers its summary; the newest run when no runId is given. With timedOut true, call it again. Then call get_run_failures (visual) or get_pillar_report (audits).",
  intent: {
    does: "waits until a run has ended",
    when: [["wait"], ["wait", "run"]],
    hints: ["runId"],
  },
  area: "audits",
  profile: "qa",
  core: true,
  mutating: false,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    runId: described(text(), "Default: the latest run"),
    maxWaitMs: described(waitMs(), `Default ${DEFAULT_WAIT_MS}, at most ${MAX_WAIT_MS}`),
  },
  data: object({
    runId: string().required(),
    type: string().required(),
    status: string().oneOf(RUN_STATUSES).required(),
    timedOut: boolean().required(),
    summary: object().nullable().defined(),
    error: string().nullable().defined(),
    progress: progressData().default(undefined),
    children: childrenData(),
  }),
  example: { maxWaitMs: 1_000 },
  async run(use, { runId, maxWaitMs }) {
    const { ctx, caller, project, signal } = use;
    const wanted = runId ?? (await newestRun(ctx, caller, use));
    if (wanted === null)
      throw new ToolError("tool_error", `The project ${project.name} has no run yet. Start one with run_full_audit.`, {
        nextActions: [startOf(use, null, "Start an audit")],
      });
    const begun = await runOf(use, wanted);
    const { run, timedOut } = await waitForRun(ctx, caller, { runId: wanted, maxWaitMs }, signal);
    const { type, status, summary, error, progress, children } = run;
    return {
      summary: sentenceOf(run),
      data: {
        runId: run.runId,
        type,
        status,
        timedOut,
        summary,
        error: error === null ? null : oneLine(error),
        ...(progress && { progress }),
        ...(children && { children }),
      },
      warnings: [...waitWarnings(maxWaitMs), ...(run.stale ? [STALE] : [])],
      nextActions: afterRun(use, begun, run),
    };
  },
});

/** Suggests what to read of an ended run, and how to wait for one that is still running. */
function afterRun(
  use: ToolUse,
  run: Run,
  { runId, type, status, summary, children = [] }: RunStatusView,
): NextAction[] {
  if (status === "running") return [waitFor(use, runId)];
  const pillar = auditPillarOf(type);
  if (pillar) return [reportOf(use, pillar, runId)];
  if (type === FULL_AUDIT)
    return children.flatMap((child) => {
      const of = pillarOf(child.type);
      return of === null ? [] : [reportOf(use, of, child.runId)];
    });
  const place = placeOfRun(use, run);
  const failed = typeof summary?.failed === "number" && summary.failed > 0;
  const own = pillarOf(type);
  if (status === "failed")
    return [
      next(place, "Testing blockers", "check_setup_health"),
      ...(own !== null && PILLAR_PARTS[own] === "scenarios" && failed ? [detailsOf(use, own, runId)] : []),
    ];
  if (!gates(type)) {
    const { scenarios, browsers } = run;
    return [next(place, "Compare with the new baselines", "run_vrt", { ...(scenarios && { scenarios }), browsers })];
  }
  return own !== null && failed ? [detailsOf(use, own, runId)] : [];
}
