// Tools that run features and report the results.

import { boolean, mixed, number, object, string } from "yup";
import { FAILURE_CLASSES } from "../../../../domain/functional/attempt.ts";
import { MAX_RETRIES } from "../../../../domain/functional/attemptStatus.ts";
import { runSummary } from "../../../../domain/runs/runSummary.ts";
import type { ScenarioRow } from "../../../../models/scenarioRuns/ofRun.ts";
import { artifactUrl, traceViewerUrl } from "../../../lib/publicLink.ts";
import { flag, historyField, requiredText, text, wholeNumber } from "../../../lib/validate.ts";
import { standingOf } from "../../../operations/functional/listFeatures.ts";
import {
  type Explained,
  explainRun,
  listFeatureRuns,
  readTimeline,
  type Timeline,
  verdictView,
} from "../../../operations/functional/readFeatureRun.ts";
import { startFeatureRun } from "../../../operations/functional/startFeatureRun.ts";
import { listData, rowsData } from "../../answers.ts";
import {
  baseUrlArg,
  browserArg,
  browsersArg,
  described,
  environmentArg,
  pagingArgs,
  projectArg,
  runIdArg,
  viewportArg,
  viewportsArg,
} from "../../args.ts";
import { next, placeOfRun, waitFor } from "../../next.ts";
import { featureRunOf } from "../../runOf.ts";
import { oneLine, plural, quotedText, reasonText } from "../../sentences.ts";
import { type AnyTool, defineTool, type NextAction, type ToolPicture, type ToolUse } from "../../tool.ts";

/** Maximum number of failures explained in one answer. */
const EXPLAINED = 5;
/** Maximum number of scenarios of a run listed beside a timeline. */
const LISTED = 50;

const featureArg = () => described(requiredText(200), "Id of the feature");
const scenarioArgs = () => ({
  project: projectArg(),
  environment: environmentArg(),
  runId: runIdArg(),
  featureId: described(text(200), "Id of the feature"),
  scenario: described(text(500), "Its name; default: the first that failed"),
  browser: browserArg(),
  viewport: viewportArg(),
});
const link = () => string().nullable().defined();

const scenarioData = object({
  featureId: string().required(),
  name: string().defined(),
  status: string().required(),
  flaky: boolean().required(),
  browser: string().required(),
  viewport: string().required(),
  attempts: number().required(),
  message: string().nullable().defined(),
});

const runFeature = defineTool({
  name: "run_frt_feature",
  title: "Run a feature",
  description:
    "Runs the scenarios of a feature in real browsers. verifyTracking adds the events of each step. Returns the runId; then call wait_for_run and, where it failed, frt_explain_failure.",
  area: "functional",
  profile: "qa",
  mutating: true,
  openWorld: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    featureId: featureArg(),
    tags: described(text(500), "Tag expression, such as @smoke and not @slow"),
    verifyTracking: flag(),
    browsers: browsersArg(),
    viewports: viewportsArg(),
    retries: wholeNumber(0, MAX_RETRIES),
    baseUrl: baseUrlArg(),
    branch: text(255),
    commitSha: text(128),
    baseBranch: text(255),
    history: historyField(),
    prNumber: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  quiet: ["browsers", "viewports", "retries", "baseUrl", "branch", "commitSha", "baseBranch", "history", "prNumber"],
  data: object({ runId: string().required(), featureId: string().required(), statusUrl: string().required() }),
  example: { featureId: "basket" },
  async run(use, { environment: _, project: __, ...args }) {
    const { ctx, caller, project, environment } = use;
    const place = { project: project.slug, environment: environment?.slug };
    const { runId, statusUrl, message } = await startFeatureRun(ctx, caller, { ...args, ...place });
    return {
      summary: oneLine(message),
      data: { runId, featureId: args.featureId, statusUrl },
      nextActions: [waitFor(use, runId)],
    };
  },
});

const listRunsTool = defineTool({
  name: "frt_list_runs",
  title: "Runs of features",
  description:
    "Runs of functional tests, newest first, with the result of each feature. frt_get_run_timeline shows one.",
  area: "functional",
  profile: "full",
  mutating: false,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    featureId: described(text(200), "Only runs of this feature"),
    branch: text(255),
    ...pagingArgs,
  },
  data: object({
    runs: rowsData({
      runId: string().required(),
      status: string().required(),
      verdict: string().nullable().defined(),
      createdAt: string().required(),
      environmentName: string().nullable().defined(),
      branch: string().nullable().defined(),
      error: string().nullable().defined(),
      features: rowsData({
        featureId: string().required(),
        name: string().defined(),
        /** One of running, passed, flaky, failed, error and pending. */
        status: string().required(),
        total: number().required(),
        passed: number().required(),
        failed: number().required(),
        /** Number of the failed scenarios that have no result. */
        errors: number().required(),
        flaky: number().required(),
      }),
    }),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run(use, { featureId, branch, limit, cursor }) {
    const { ctx, caller, project, environment } = use;
    const listed = await listFeatureRuns(ctx, caller, { project, environment, featureId, branch, limit, cursor });
    const runs = listed.rows.map(({ run, features }) => ({
      runId: run._id,
      status: run.status,
      verdict: run.verdict,
      createdAt: run.createdAt.toISOString(),
      environmentName: run.environmentName,
      branch: run.branch,
      error: run.error,
      features: features.map(({ featureId: id, name, summary, summary: { total, passed, failed, errors, flaky } }) => ({
        featureId: id,
        name,
        status: run.status === "running" ? "running" : standingOf(summary),
        total,
        passed,
        failed,
        errors,
        flaky,
      })),
    }));
    const [latest] = listed.rows;
    return {
      summary: latest
        ? `${plural(runs.length, "run")}${listed.nextCursor ? " and more" : ""}; the ${cursor ? "first here" : "latest"}: ${latest.run._id}, ${latest.run.verdict ?? latest.run.status}.`
        : "No runs found.",
      data: { runs, nextCursor: listed.nextCursor },
      nextActions: latest ? [next(use, "Its timeline", "frt_get_run_timeline", { runId: latest.run._id })] : [],
    };
  },
});

const getTimeline = defineTool({
  name: "frt_get_run_timeline",
  title: "Timeline of a scenario",
  description:
    "One attempt of a scenario step by step: status, time, screenshot, console, failed requests, tracking events and the linked events of the tracking plan. frt_explain_failure explains a failure.",
  area: "functional",
  profile: "full",
  mutating: false,
  pageText: ["steps", "scenarios[].message", "tracking[].violations"],
  args: { ...scenarioArgs(), attempt: wholeNumber(1, MAX_RETRIES + 1) },
  quiet: ["browser", "viewport"],
  data: object({
    runId: string().required(),
    status: string().required(),
    verdict: string().nullable().defined(),
    scenarios: listData(scenarioData),
    scenario: scenarioData.nullable().defined(),
    attempt: number().nullable().defined(),
    startedAt: string().nullable().defined(),
    duration: number().nullable().defined(),
    traceUrl: link(),
    traceViewerUrl: link(),
    notes: listData(string().required()),
    steps: rowsData({
      index: number().required(),
      text: string().required(),
      status: string().required(),
      startedAt: number().required(),
      duration: number().required(),
      url: string().defined(),
      message: string().nullable().defined(),
      screenshotUrl: link(),
      drift: boolean().required(),
      console: listData(string().required()),
      network: listData(string().required()),
      events: rowsData({
        provider: string().defined(),
        name: string().required(),
        at: number().required(),
        attributes: mixed().defined(),
      }),
    }),
    tracking: rowsData({
      planEventId: string().required(),
      label: string().required(),
      eventType: string().required(),
      step: number().required(),
      status: string().required(),
      violations: listData(string().required()),
    }),
  }),
  example: { runId: "run_01j9z3" },
  async run(use, { runId, featureId, scenario, browser, viewport, attempt }) {
    const { ctx, caller } = use;
    const run = await featureRunOf(use, { runId, featureId }, { running: true });
    const timeline = await readTimeline(ctx, caller, run, { featureId, scenario, browser, viewport, attempt });
    const { shown } = timeline;
    const failed = shown !== null && shown.status !== "passed" && shown.status !== "pending";
    return {
      summary: oneLine(shown ? timelineSentence(shown, timeline) : runSummary(run).sentence),
      data: { runId: run._id, status: run.status, verdict: run.verdict, ...timelineData(use, timeline) },
      nextActions: [
        ...(run.status === "running" ? [waitFor(use, run._id)] : []),
        ...(failed ? [explainCall(use, run._id, shown)] : []),
      ],
      pictures: picturesOf(timeline),
    };
  },
});

const explainCall = (use: ToolUse, runId: string, { featureId, name }: ScenarioRow): NextAction =>
  next(use, "Why it failed", "frt_explain_failure", { runId, featureId, scenario: name });

function timelineSentence(shown: ScenarioRow, { attempt, steps }: Timeline): string {
  const done = steps.filter(({ status }) => status === "passed").length;
  const which = attempt === null ? "" : ` (attempt ${attempt.attempt} of ${Math.max(shown.attempts, attempt.attempt)})`;
  return `${quotedText(shown.name)}${which}: ${shown.flaky ? "flaky, passed in the end" : shown.status}; ${done} of ${plural(steps.length, "step")} passed.`;
}

function timelineData({ ctx }: ToolUse, { scenarios, shown, attempt, steps, tracking }: Timeline) {
  const open = (id: string | null | undefined) => (id ? artifactUrl(ctx, id) : null);
  return {
    scenarios: scenarios.slice(0, LISTED).map(scenarioView),
    scenario: shown && scenarioView(shown),
    attempt: attempt?.attempt ?? null,
    startedAt: attempt?.startedAt ?? null,
    duration: attempt?.duration ?? null,
    traceUrl: open(attempt?.traceId),
    traceViewerUrl: attempt?.traceId ? traceViewerUrl(ctx, attempt.traceId) : null,
    notes: attempt?.notes ?? [],
    steps: steps.map((step) => ({
      index: step.index,
      text: `${step.keyword} ${step.text}`,
      status: step.status,
      startedAt: step.startedAt,
      duration: step.duration,
      url: step.url,
      message: step.failure?.message ?? null,
      screenshotUrl: open(step.screenshotId),
      drift: step.drift.length > 0,
      console: step.console.map(({ level, text: said }) => `${level}: ${said}`),
      network: step.network.map(({ method, url, status, failure }) => `${method} ${url} ${status ?? failure}`),
      events: step.events,
    })),
    tracking: tracking.map(verdictView),
  };
}

const scenarioView = ({ featureId, name, status, flaky, browser, viewport, attempts, message }: ScenarioRow) => ({
  featureId,
  name,
  status,
  flaky,
  browser,
  viewport,
  attempts,
  message,
});

function picturesOf({ steps }: Timeline): ToolPicture[] {
  const shown = steps.find(({ status }) => status !== "passed") ?? steps.at(-1);
  return shown?.screenshotId ? [{ artifactId: shown.screenshotId, label: `After step ${shown.index + 1}` }] : [];
}

const explainTool = defineTool({
  name: "frt_explain_failure",
  title: "Why a feature failed",
  description:
    "Why scenarios of a functional run did not pass: the failing step, the cause (locator, assertion, timing, page_error, network, data, tracking, environment), its evidence and what to do next.",
  area: "functional",
  profile: "qa",
  mutating: false,
  pageText: ["failures[].evidence", "failures[].advice", "failures[].message"],
  args: scenarioArgs(),
  quiet: ["browser", "viewport"],
  data: object({
    runId: string().required(),
    failed: number().required(),
    failures: rowsData({
      featureId: string().required(),
      scenario: string().defined(),
      browser: string().required(),
      viewport: string().required(),
      status: string().required(),
      cause: string().oneOf(FAILURE_CLASSES).required(),
      headline: string().required(),
      evidence: listData(string().required()),
      advice: string().required(),
      healable: boolean().required(),
      step: object({
        index: number().required(),
        text: string().required(),
        stepDefId: string().nullable().defined(),
        url: string().defined(),
        screenshotUrl: link(),
      })
        .nullable()
        .defined(),
      message: string().nullable().defined(),
      traceUrl: link(),
      traceViewerUrl: link(),
    }),
  }),
  example: { runId: "run_01j9z3" },
  async run(use, { runId, featureId, scenario, browser, viewport }) {
    const { ctx, caller } = use;
    const run = await featureRunOf(use, { runId, featureId });
    const choice = { featureId, scenario, browser, viewport };
    const { explained, failed } = await explainRun(ctx, caller, run, choice, EXPLAINED);
    const [first] = explained;
    return {
      summary: first
        ? oneLine(`${runSummary(run).sentence} ${quotedText(first.scenario.name)}: ${reasonText(first.headline, 200)}`)
        : scenario !== undefined
          ? `${quotedText(scenario)} did not fail.`
          : runSummary(run).sentence,
      data: { runId: run._id, failed, failures: explained.map((one) => failureView(use, one)) },
      warnings:
        failed > explained.length
          ? [`${failed - explained.length} more failed; name one by featureId and scenario.`]
          : [],
      nextActions: first ? afterFailure(use, run, first) : [],
      pictures: first?.step?.screenshotId
        ? [{ artifactId: first.step.screenshotId, label: `After step ${first.step.index + 1}` }]
        : [],
    };
  },
});

function failureView(
  { ctx }: ToolUse,
  { scenario, attempt, step, cause, headline, evidence, advice, healable }: Explained,
) {
  const open = (id: string | null | undefined) => (id ? artifactUrl(ctx, id) : null);
  const { featureId, name, browser, viewport, status, message } = scenario;
  return {
    featureId,
    scenario: name,
    browser,
    viewport,
    status,
    cause,
    headline,
    evidence,
    advice,
    healable,
    message,
    step: step && {
      index: step.index,
      text: `${step.keyword} ${step.text}`,
      stepDefId: step.failure?.stepDefId ?? step.stepDefId,
      url: step.url,
      screenshotUrl: open(step.screenshotId),
    },
    traceUrl: open(attempt?.traceId),
    traceViewerUrl: attempt?.traceId ? traceViewerUrl(ctx, attempt.traceId) : null,
  };
}

function afterFailure(
  use: ToolUse,
  run: Parameters<typeof placeOfRun>[1] & { _id: string },
  { scenario, healable }: Explained,
): NextAction[] {
  const { featureId, name } = scenario;
  const place = placeOfRun(use, run);
  const heal = { runId: run._id, featureId, scenario: name };
  return [
    ...(healable ? [next(place, "Propose a new locator", "frt_heal_step_def", heal)] : []),
    next(place, "Run it again", "run_frt_feature", { featureId }),
    next(place, "The scenario step by step", "frt_get_run_timeline", { runId: run._id, featureId, scenario: name }),
  ];
}

export const functionalRunTools: readonly AnyTool[] = [runFeature, explainTool, listRunsTool, getTimeline];
