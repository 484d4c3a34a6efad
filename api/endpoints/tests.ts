// The dashboard's endpoints for runs and their results.

import { fieldError } from "../../domain/errors.ts";
import { type StartPath, startPathsOf } from "../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import { plural } from "../../domain/text.ts";
import { requireRunRight } from "../lib/access.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { approveBody, fullAuditBody, fullSuiteBody, pillarBody, recompareBody, statusQuery } from "../lib/schemas.ts";
import { latestRun } from "../operations/runs/latestRun.ts";
import { NOTHING_FAILED, startStatus } from "../operations/runs/startedView.ts";
import { fullAuditView, startFullAudit } from "../operations/runs/startFullAudit.ts";
import { startRun } from "../operations/runs/startRun.ts";
import { approveResults } from "../operations/visual/approveResults.ts";
import { recompareRun } from "../operations/visual/recompareRun.ts";
import { latestRun as latestRunAnswer, startedFullAudit, startedPillar } from "./answers/runs.ts";
import { approval, recompared, recomparing } from "./answers/visual.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { changers, editors, right } from "./permits.ts";
import { KEPT, UNKNOWN_PLACE } from "./words.ts";

const EDITORS = "the roles editor and admin; plans that have the pillar";
const UNKNOWN_RUN = "The project, the environment or the run is unknown.";

/** Settings shared by all endpoints that start something. */
const STARTS = {
  method: "post",
  tag: "Dashboard",
  access: "session",
  allowed: EDITORS,
  idempotent: true,
  limits: ["trigger"],
  refusals: { 404: UNKNOWN_PLACE, 503: KEPT },
} as const;

/** Returns an endpoint for each pillar's run. */
export const startEndpoints = (paths: readonly StartPath<typeof DECLARED_PILLARS>[]) =>
  paths.map(({ path, starts, trigger: type }) =>
    defineEndpoint({
      ...STARTS,
      path: `/api/tests/${path}`,
      id: `start_${path}`,
      summary: `Start ${starts}`,
      permit: right(requireRunRight),
      body: pillarBody,
      bounds: "history",
      answers: { 202: { description: "The run has started.", json: startedPillar } },
      async handle({ ctx, caller, body }) {
        const { runId, projectSlug, message } = await startRun(ctx, caller, { ...body, type });
        return { json: { success: true, message, project: projectSlug, runId } };
      },
    }),
  );

type StartsAll = {
  ctx: OperationContext;
  caller: Caller;
  body: Parameters<typeof startFullAudit>[2];
};

/** Responses and handler of both endpoints that start a full audit. */
const STARTS_ALL = {
  ...STARTS,
  answers: {
    200: { description: NOTHING_FAILED, json: startedFullAudit },
    202: { description: "The audit has started.", json: startedFullAudit },
  },
  async handle({ ctx, caller, body }: StartsAll) {
    const audit = await startFullAudit(ctx, caller, body);
    return { status: startStatus(audit), json: fullAuditView(audit) };
  },
} as const;

const startFullSuite = defineEndpoint({
  ...STARTS_ALL,
  path: "/api/tests/full-suite",
  id: "startFullSuite",
  summary: "Start every pillar, or those named",
  body: fullSuiteBody,
  bounds: "history",
});

const startWholeProject = defineEndpoint({
  ...STARTS_ALL,
  path: "/api/quality-score/full-audit",
  id: "startFullAudit",
  summary: "Start every pillar of the whole project",
  body: fullAuditBody,
  bounds: "history",
});

const approve = defineEndpoint({
  method: "post",
  path: "/api/tests/approve",
  id: "approveResults",
  tag: "Dashboard",
  summary: "Make failed results the baselines",
  description:
    "`scenarios` (or `scenarioLabels`) is required. Without `runId` it applies to the latest completed visual test of the given `environment` and `branch`; the response names the run.",
  access: "either",
  ...changers("Approving"),
  body: approveBody,
  bounds: "run",
  examples: { approve: { project: "web-shop", scenarios: ["Home"] } },
  limits: ["ci"],
  answers: { 200: { description: "What was approved, and what was not and why.", json: approval } },
  refusals: { 404: UNKNOWN_RUN, 409: "The run is still running." },
  async handle({ ctx, caller, body: { scenarios, scenarioLabels, ...rest } }) {
    const labels = [...new Set([...(scenarios ?? []), ...(scenarioLabels ?? [])])];
    if (labels.length === 0)
      throw fieldError("scenarios", "scenarios is required: the labels of the scenarios to approve");
    const { projectSlug: _, taken, ...approved } = await approveResults(ctx, caller, { ...rest, scenarios: labels });
    const { promoted, skipped } = approved;
    const done = `${plural(promoted.length, "result")} approved${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}.`;
    const message = taken === null ? done : `${done} ${taken}`;
    return { json: { success: true, message, ...approved } };
  },
});

const recompare = defineEndpoint({
  method: "post",
  path: "/api/tests/recompare",
  id: "recompareRun",
  tag: "Dashboard",
  summary: "Compare a run's screenshots again",
  description: "Under today's rules and thresholds; nothing is captured.",
  access: "session",
  ...editors,
  body: recompareBody,
  bounds: "run",
  limits: ["trigger"],
  answers: {
    200: { description: "What changed.", json: recompared },
    202: { description: "It takes longer; read the results in a moment.", json: recomparing },
  },
  refusals: { 404: UNKNOWN_RUN, 409: "The run is still running." },
  async handle({ ctx, caller, body }) {
    const { runId, result } = await recompareRun(ctx, caller, body);
    if (result === null) {
      const message = "The results are still being compared again; read them in a moment.";
      return { status: 202, json: { success: true, message, runId, resultsUrl: `/api/ci/runs/${runId}/results` } };
    }
    const message = `${plural(result.recompared, "result")} compared again, ${result.changed.length} changed.`;
    return { status: 200, json: { success: true, message, runId, ...result } };
  },
});

const getLatestRun = defineEndpoint({
  method: "get",
  path: "/api/tests/status/{project}",
  id: "getLatestRun",
  tag: "Dashboard",
  summary: "The latest run of a project",
  access: "session",
  params: { project: "Id or slug of the project" },
  query: statusQuery,
  limits: ["ci"],
  answers: { 200: { description: "The run, or `none`.", json: latestRunAnswer } },
  handle: async ({ ctx, caller, params: { project }, query: { environmentId } }) => ({
    json: await latestRun(ctx, caller, { project, environment: environmentId }),
  }),
});

export const testEndpoints: EndpointArea = {
  name: "tests",
  endpoints: [
    ...startEndpoints(startPathsOf(DECLARED_PILLARS)),
    startFullSuite,
    startWholeProject,
    approve,
    recompare,
    getLatestRun,
  ],
};
