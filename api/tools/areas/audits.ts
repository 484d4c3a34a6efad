// Tools for audits, health and what a run came to.
import { array, boolean, mixed, number, object, string } from "yup";
import { PILLAR_NAME, PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { GATE_VERDICTS, type GateVerdict, pillarVerdict } from "../../../domain/health/gate.ts";
import { siteRollUp } from "../../../domain/health/siteRollUp.ts";
import { childRunIdOf } from "../../../domain/ids.ts";
import { auditPillarOf, pillarOf, RUN_NAME, RUN_STATUSES } from "../../../domain/runTypes.ts";
import { choice, listOf, text, wholeNumber } from "../../middleware/validate.ts";
import { type GatePrView, gatePr } from "../../operations/health/gatePr.ts";
import { qualityScore } from "../../operations/health/qualityScore.ts";
import { siteHealth } from "../../operations/health/siteHealth.ts";
import { type RunStatusView, readRun } from "../../operations/readRun.ts";
import { startFullAudit } from "../../operations/startFullAudit.ts";
import { DEFAULT_WAIT_MS, MOST_WAIT_MS, newestRun, waitForRun } from "../../operations/waitForRun.ts";
import { browsersArg, described, environmentArg, labelsArg, projectArg, runIdArg, verboseArg } from "../args.ts";
import { ToolError } from "../envelope.ts";
import { pillarReportTool } from "../pillarReportTool.ts";
import { runOf } from "../runOf.ts";
import { oneLine } from "../sentences.ts";
import { startRunTool } from "../startRunTool.ts";
import { type AnyTool, defineTool, type NextAction } from "../tool.ts";
import { postPrCommentTool } from "./comment.ts";

const CI_RUNS = [
  startRunTool({
    name: "run_perf",
    title: "Performance audit",
    type: "perf",
    area: "audits",
    profile: "full",
    description:
      "Measures the scenarios' pages with Lighthouse, several runs each, against perfBudgets when given. Answers the runId; then call wait_for_run and perf_get_latest_report.",
    shows: ["perfBudgets"],
  }),
  startRunTool({
    name: "run_seo",
    title: "SEO audit",
    type: "seo",
    area: "audits",
    profile: "full",
    description:
      "Audits the scenarios' pages and the whole site for search engines. Answers the runId; then call wait_for_run and seo_get_report.",
  }),
  startRunTool({
    name: "run_a11y",
    title: "Accessibility audit",
    type: "a11y",
    area: "audits",
    profile: "full",
    description:
      "Audits the scenarios' pages for WCAG 2.2 A/AA, by axe, keyboard and reflow. Answers the runId; then call wait_for_run and a11y_get_report.",
  }),
  startRunTool({
    name: "run_security",
    title: "Security audit",
    type: "security",
    area: "audits",
    profile: "full",
    description:
      "Audits headers, cookies, TLS, exposed files and libraries with known holes. Answers the runId; then call wait_for_run and security_get_report.",
  }),
  startRunTool({
    name: "run_tracking",
    title: "Tracking audit",
    type: "tracking",
    area: "audits",
    profile: "full",
    description:
      "Holds what the pages push and send against the tracking plan. Answers the runId; then call wait_for_run and tracking_get_audit_report.",
  }),
];

/** The body of GET /api/ci/status/{runId} (specification 2.2). */
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
  progress: object({ phase: string(), done: number(), total: number() }).default(undefined),
  children: array().of(object({ runId: string(), type: string(), status: string() })),
});

const getRunStatus = defineTool({
  name: "get_run_status",
  title: "Status of a run",
  description:
    "Status, summary and scores of a run; of the latest completed one when no runId is given. Call wait_for_run instead of calling this again and again.",
  area: "audits",
  profile: "qa",
  mutating: false,
  ci: { status: 200 },
  project: true,
  args: { project: projectArg(), environment: environmentArg(), runId: runIdArg() },
  data: statusData,
  example: {},
  async run(use, { runId }) {
    const run = await runOf(use, runId);
    const data = await readRun(use.ctx, use.caller, run._id);
    return { summary: sentenceOf(data), data };
  },
});

function sentenceOf({ runId, type, status, error, progress }: RunStatusView): string {
  const name = `${RUN_NAME[type]} ${runId}`;
  if (status === "running")
    return `${name} is running: ${progress?.phase ?? "queued"}, ${progress?.done ?? 0} of ${progress?.total ?? 0}.`;
  return oneLine(status === "failed" ? `${name} failed: ${error ?? "no reason was kept"}` : `${name} is completed.`);
}

const runFullAudit = defineTool({
  name: "run_full_audit",
  title: "Full audit",
  description:
    "Starts the pillars that are named, or all that the plan unlocks, as one audit with a run for each pillar. Then call wait_for_run with its runId, and get_pillar_report for what a pillar found.",
  area: "audits",
  profile: "qa",
  mutating: true,
  openWorld: true,
  project: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    pillars: described(listOf(choice(PILLARS).required()), "All that are unlocked when left out"),
    scenarios: labelsArg(),
    browsers: browsersArg(),
    branch: text(),
    prNumber: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    commitSha: text(128),
  },
  quiet: ["browsers", "commitSha"],
  data: object({
    runId: string().required(),
    runs: object().required(),
    skipped: array()
      .of(object({ pillar: string().required(), reason: string().required() }))
      .required(),
  }),
  example: { pillars: ["a11y", "seo"] },
  async run({ ctx, caller, project, environment }, given) {
    const { pillars, scenarios, browsers, branch, prNumber, commitSha } = given;
    const started = await startFullAudit(ctx, caller, {
      project: project._id,
      environment: environment?._id,
      ...{ pillars: pillars && [...new Set(pillars)], scenarios, browsers, branch, prNumber, commitSha },
    });
    const { runId, skipped } = started;
    return {
      summary: `Full audit ${runId} started: ${started.pillars.join(", ")}.`,
      data: {
        runId,
        // The parts are planned a moment later, under ids that are known now.
        runs: Object.fromEntries(started.pillars.map((pillar) => [pillar, childRunIdOf(runId, pillar)])),
        skipped: skipped.map(({ pillar, message }) => ({ pillar, reason: message })),
      },
      warnings: skipped.map(({ message }) => message),
      nextActions: [waitFor(project.slug, runId)],
    };
  },
});

const waitFor = (project: string, runId: string): NextAction => ({
  label: "Wait for the run",
  tool: "wait_for_run",
  args: { project, runId },
});

const waitForRunTool = defineTool({
  name: "wait_for_run",
  title: "Wait for a run",
  description:
    "Waits until a run has ended and answers its summary; the newest run when no runId is given. With timedOut true, call it again. Then call get_run_failures (visual) or get_pillar_report (audits).",
  area: "audits",
  profile: "qa",
  mutating: false,
  project: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    runId: described(text(), "The newest run when left out"),
    maxWaitMs: described(wholeNumber(0, MOST_WAIT_MS), `${DEFAULT_WAIT_MS} when left out`),
  },
  data: object({
    runId: string().required(),
    type: string().required(),
    status: string().oneOf(RUN_STATUSES).required(),
    timedOut: boolean().required(),
    summary: object().nullable().defined(),
    error: string().nullable().defined(),
    progress: object({
      phase: string().required(),
      done: number().required(),
      total: number().required(),
    }).default(undefined),
    children: array().of(
      object({ runId: string().required(), type: string().required(), status: string().required() }),
    ),
  }),
  example: { maxWaitMs: 1_000 },
  async run(use, { runId, maxWaitMs }) {
    const { ctx, caller, project, signal } = use;
    const wanted = runId === undefined ? await newestRun(ctx, caller, use) : (await runOf(use, runId))._id;
    if (wanted === null)
      throw new ToolError("tool_error", `The project ${project.name} has no run yet. Start one with run_full_audit.`, {
        nextActions: [{ label: "Start an audit", tool: "run_full_audit", args: { project: project.slug } }],
      });
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
      warnings: run.stale ? ["The progress is as it was last written down: Temporal does not answer."] : [],
      nextActions: timedOut ? [waitFor(project.slug, run.runId)] : afterRun(project.slug, run),
    };
  },
});

/** What to read of a run that has ended. */
function afterRun(project: string, { runId, type, status, summary, children = [] }: RunStatusView): NextAction[] {
  const pillar = auditPillarOf(type);
  if (pillar) return [reportOf(project, pillar, runId)];
  if (type === "full-suite")
    return children.flatMap((child) => {
      const of = pillarOf(child.type);
      return of === null ? [] : [reportOf(project, of, child.runId)];
    });
  if (status !== "completed") return [];
  if (type === "baseline") return [{ label: "Compare with the new baselines", tool: "run_vrt", args: { project } }];
  const failed = typeof summary?.failed === "number" && summary.failed > 0;
  return failed ? [failuresOf(project, runId)] : [];
}

const reportOf = (project: string, pillar: Pillar, runId: string): NextAction => ({
  label: `${PILLAR_NAME[pillar]} report`,
  tool: "get_pillar_report",
  args: { project, pillar, runId },
});
const failuresOf = (project: string, runId: string): NextAction => ({
  label: "What failed",
  tool: "get_run_failures",
  args: { project, runId },
});

const gatePrQuality = defineTool({
  name: "gate_pr_quality",
  title: "Gate before a merge",
  description:
    "The verdict on a branch, pull request or commit, from its latest runs beside the main branch: pass, warn, fail or inconclusive, with reasons. Call it when the runs have ended; then post_pr_comment.",
  area: "audits",
  profile: "qa",
  mutating: false,
  project: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    branch: described(text(), "The main branch when nothing is named"),
    prNumber: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    commitSha: text(128),
    verbose: verboseArg(),
  },
  quiet: ["verbose"],
  data: object({
    verdict: string().oneOf(GATE_VERDICTS).required(),
    branch: string().nullable().defined(),
    prNumber: number().nullable().defined(),
    commitSha: string().nullable().defined(),
    reasons: array()
      .of(
        object({
          level: string().oneOf(GATE_VERDICTS).required(),
          code: string().required(),
          pillar: string().nullable().defined(),
          message: string().required(),
        }),
      )
      .required(),
    pillars: array()
      .of(
        object({
          pillar: string().required(),
          verdict: string().oneOf(GATE_VERDICTS).required(),
          runId: string().required(),
        }),
      )
      .required(),
  }),
  example: { branch: "main" },
  async run({ ctx, caller, project, environment }, { branch, prNumber, commitSha, verbose }) {
    const gate = await gatePr(ctx, caller, {
      project: project._id,
      environment: environment?._id,
      ...{ branch, prNumber, commitSha },
    });
    const pillars = PILLARS.flatMap((pillar) => {
      const runId = gate.runs[pillar];
      return runId === undefined ? [] : [{ pillar, verdict: pillarVerdict(gate.reasons, pillar), runId }];
    });
    return {
      summary: oneLine(`The gate says ${gate.verdict}: ${gate.reasons[0]?.message ?? "no reason is known."}`),
      data: {
        verdict: gate.verdict,
        branch: gate.branch,
        prNumber: gate.prNumber,
        commitSha: gate.commitSha,
        reasons: gate.reasons.map(({ level, code, message, data }) => ({
          level,
          code,
          pillar: typeof data.pillar === "string" ? data.pillar : null,
          message: oneLine(message),
          ...(verbose && { data }),
        })),
        pillars,
        ...(verbose && { thresholds: gate.thresholds }),
      },
      nextActions: afterGate(project.slug, gate, pillars),
    };
  },
});

type GatedPillar = { pillar: Pillar; verdict: GateVerdict; runId: string };

function afterGate(project: string, gate: GatePrView, pillars: readonly GatedPillar[]): NextAction[] {
  const { branch, prNumber, commitSha } = gate;
  if (pillars.length === 0)
    return [
      {
        label: "Audit it",
        tool: "run_full_audit",
        args: {
          project,
          ...(branch !== null && { branch }),
          ...(prNumber !== null && { prNumber }),
          ...(commitSha !== null && { commitSha }),
        },
      },
    ];
  const running = new Set(gate.reasons.flatMap(({ code, data }) => (code === "run_running" ? [data.runId] : [])));
  const open = pillars
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ pillar, runId }) => {
      if (running.has(runId)) return waitFor(project, runId);
      return pillar === "visual" ? failuresOf(project, runId) : reportOf(project, pillar, runId);
    });
  const comment = { label: "Tell the pull request", tool: "post_pr_comment", args: { project, prNumber } };
  return [...open, ...(prNumber !== null && running.size === 0 ? [comment] : [])];
}

const trendData = object({
  direction: string().required(),
  perDay: number().nullable().defined(),
  sentence: string().required(),
});

const getSiteHealth = defineTool({
  name: "get_site_health",
  title: "Health of the site",
  description:
    "The site's rolling health over the latest runs: score, coverage, trend and confidence, in all and by pillar. Use it for the project's figures, never a single run. Then get_pillar_report for the weakest pillar.",
  area: "audits",
  profile: "qa",
  mutating: false,
  project: true,
  args: { project: projectArg(), environment: environmentArg(), verbose: verboseArg() },
  quiet: ["verbose"],
  data: object({
    health: number().nullable().defined(),
    coverage: number().required(),
    trend: trendData.required(),
    confidence: string().required(),
    pillars: array()
      .of(
        object({
          pillar: string().required(),
          score: number().nullable().defined(),
          coverage: number().required(),
          trend: string().required(),
          confidence: string().required(),
          runs: number().required(),
          lastRunAt: string().nullable().defined(),
        }),
      )
      .required(),
    remarks: array().of(string().required()).required(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { verbose }) {
    const found = await siteHealth(ctx, caller, { project: project._id, environment: environment?._id });
    const rolled = siteRollUp(found);
    const weakest = found.pillars
      .filter(({ score }) => score !== null)
      .sort((a, b) => (a.score ?? 0) - (b.score ?? 0))[0];
    return {
      summary: oneLine(
        found.score === null
          ? `The health of ${project.name} is not known: there is no completed run on its main branch in 30 days.`
          : `The health of ${project.name} is ${found.score} of 100, with ${rolled.confidence} confidence. ${rolled.trend.sentence}`,
      ),
      data: {
        health: found.score,
        ...rolled,
        pillars: found.pillars.map(({ trend, noise, notCovered, notCoveredCount, ...one }) => ({
          ...one,
          trend: verbose ? trend.sentence : trend.direction,
          ...(verbose && { noise, notCovered, notCoveredCount }),
        })),
        remarks: found.reasons.map(({ message }) => oneLine(message)),
      },
      nextActions: weakest
        ? [
            {
              label: `Report of ${PILLAR_NAME[weakest.pillar]}, the weakest pillar`,
              tool: "get_pillar_report",
              args: { project: project.slug, pillar: weakest.pillar },
            },
          ]
        : [{ label: "Audit it", tool: "run_full_audit", args: { project: project.slug } }],
    };
  },
});

const getQualityScore = defineTool({
  name: "get_quality_score",
  title: "Quality score",
  description:
    "The one score of the project with the table it is made from: each pillar's rolling score, weight and points. Call get_site_health for coverage and trend.",
  area: "audits",
  profile: "full",
  mutating: false,
  project: true,
  args: { project: projectArg(), environment: environmentArg() },
  data: object({
    score: number().nullable().defined(),
    table: array()
      .of(
        object({
          pillar: string().required(),
          name: string().required(),
          score: number().nullable().defined(),
          weight: number().required(),
          share: number().required(),
          points: number().nullable().defined(),
        }),
      )
      .required(),
    reasons: array().of(string().required()).required(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }) {
    const { score, table, reasons } = await qualityScore(ctx, caller, {
      project: project._id,
      environment: environment?._id,
    });
    return {
      summary:
        score === null
          ? `${project.name} has no quality score yet: no pillar has a completed run.`
          : `The quality score of ${project.name} is ${score} of 100.`,
      data: { score, table, reasons: reasons.map(({ message }) => oneLine(message)) },
      nextActions: [{ label: "Coverage and trend", tool: "get_site_health", args: { project: project.slug } }],
    };
  },
});

const getPillarReport = pillarReportTool({
  name: "get_pillar_report",
  title: "Report of a pillar",
  description:
    "What the latest run of one pillar found, worst first, with what is new and fixed since the run before. Call it after wait_for_run or get_site_health. For one pillar's score over time use get_site_health.",
  area: "audits",
  profile: "qa",
  pillar: null,
});

export const auditTools: readonly AnyTool[] = [
  ...CI_RUNS,
  runFullAudit,
  waitForRunTool,
  getRunStatus,
  gatePrQuality,
  getSiteHealth,
  getQualityScore,
  getPillarReport,
  postPrCommentTool,
];
