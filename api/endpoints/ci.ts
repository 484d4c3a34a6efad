// The CI endpoints: starting runs and reading their results.
import { requireRunRight } from "../lib/access.ts";
import {
  ciCommentBody,
  ciFullAuditBody,
  emptyBody,
  historyBody,
  problemsQuery,
  reportQuery,
  resultsQuery,
  runBody,
} from "../lib/schemas.ts";
import { readReport } from "../operations/audits/readReport.ts";
import { tellHistory } from "../operations/history/takeHistory.ts";
import { requireMutatingPlan } from "../operations/keys/planGate.ts";
import { postCiComment, postedSentence } from "../operations/prComment/postPrComment.ts";
import { listProjects } from "../operations/projects/listProjects.ts";
import { cancelRun } from "../operations/runs/cancelRun.ts";
import { readRun } from "../operations/runs/readRun.ts";
import { listProblems } from "../operations/runs/runProblems.ts";
import { NOTHING_FAILED, startStatus } from "../operations/runs/startedView.ts";
import { fullAuditView, startFullAudit } from "../operations/runs/startFullAudit.ts";
import { startedRunView, startRun } from "../operations/runs/startRun.ts";
import { listResults } from "../operations/visual/listResults.ts";
import { childPage, findingPage, resultPage, runProblems, scenarioPage } from "./answers/results.ts";
import { cancelledRun, ciComment, projects, run, startedFullAudit, startedRun, toldHistory } from "./answers/runs.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { readers, right, toChange } from "./permits.ts";
import { KEPT, UNKNOWN_PLACE } from "./words.ts";

const shared = { tag: "CI", access: "either", limits: ["ci"] } as const;
const runId = { runId: "Id of the run" };

const startRunByKey = defineEndpoint({
  method: "post",
  path: "/api/ci/run",
  id: "startRun",
  tag: "CI",
  summary: "Start a run",
  description: "Returns immediately. Poll `statusUrl` until the status is no longer `running`.",
  access: "key",
  allowed: "keys of scope ci or mcp_full; plans that have the pillar and snapshots left",
  permit: right(requireRunRight),
  body: runBody,
  bodyOptional: true,
  bounds: "history",
  examples: {
    test: { project: "web-shop", type: "test", environment: "staging", branch: "main", commitSha: "4f1c2ab" },
  },
  idempotent: true,
  limits: ["ci", "trigger"],
  answers: {
    200: { description: NOTHING_FAILED, json: startedRun, headers: ["Location"] },
    202: { description: "The run has started.", json: startedRun, headers: ["Location"] },
  },
  refusals: { 404: UNKNOWN_PLACE, 503: KEPT },
  async handle({ ctx, caller, body }) {
    const started = await startRun(ctx, caller, body);
    const status = startStatus(started);
    return { status, json: startedRunView(started), headers: { Location: started.statusUrl } };
  },
});

// The dashboard's endpoints for full audits accept only sessions; this one is for keys.
const startFullAuditByKey = defineEndpoint({
  method: "post",
  path: "/api/ci/full-audit",
  id: "startFullAuditByKey",
  tag: "CI",
  summary: "Start every pillar, or those named, with a key",
  description:
    'Returns immediately. Poll `statusUrl`, whose `children` are the runs of the pillars. `"pillars": ["privacy"]` audits only privacy.',
  access: "key",
  allowed: "keys of scope mcp_full, on plans that let agents change things and have the pillars",
  permit: toChange("A full audit"),
  body: ciFullAuditBody,
  bodyOptional: true,
  bounds: "history",
  examples: { privacy: { project: "web-shop", pillars: ["privacy"], environment: "staging" } },
  idempotent: true,
  limits: ["ci", "trigger"],
  answers: {
    200: { description: NOTHING_FAILED, json: startedFullAudit, headers: ["Location"] },
    202: { description: "The audit has started.", json: startedFullAudit, headers: ["Location"] },
  },
  refusals: { 404: UNKNOWN_PLACE, 503: KEPT },
  async handle({ ctx, caller, body }) {
    const audit = await startFullAudit(ctx, caller, body);
    return { status: startStatus(audit), json: fullAuditView(audit), headers: { Location: audit.statusUrl } };
  },
});

const tellHistoryByKey = defineEndpoint({
  method: "post",
  path: "/api/ci/history",
  id: "tellHistory",
  tag: "CI",
  summary: "Send the history of a commit before its run",
  description:
    "Where `joined` is false, send more of it, from the newest commit on: 100 rows, then 600, and 5,000 at most. A piece that hangs together with nothing that is known is not kept. 20,000 commits of a project are kept, the newest.",
  access: "key",
  allowed: "keys of scope ci or mcp_full",
  permit: right(requireRunRight),
  body: historyBody,
  bounds: "history",
  examples: {
    merge: {
      project: "web-shop",
      branch: "main",
      commits: [
        [
          "9c1f0e2b7a6d5c4b3a29180706f5e4d3c2b1a098",
          ["1b2c3d4e5f60718293a4b5c6d7e8f90123456789", "77a6d5c4b3a29180706f5e4d3c2b1a0989c1f0e2"],
          41,
        ],
      ],
    },
  },
  limits: ["ci"],
  answers: { 200: { description: "What was kept.", json: toldHistory } },
  refusals: { 404: UNKNOWN_PLACE },
  handle: async ({ ctx, caller, body }) => ({ json: { success: true, ...(await tellHistory(ctx, caller, body)) } }),
});

const getRunStatus = defineEndpoint({
  ...shared,
  ...readers,
  method: "get",
  path: "/api/ci/status/{runId}",
  id: "getRunStatus",
  summary: "Status of a run",
  description: "Any status other than `running` is final.",
  params: runId,
  answers: { 200: { description: "The run.", json: run } },
  refusals: { 404: "The run was not found." },
  handle: async ({ ctx, caller, params }) => ({ json: await readRun(ctx, caller, params.runId) }),
});

const listProjectsOfCaller = defineEndpoint({
  ...shared,
  ...readers,
  method: "get",
  path: "/api/ci/projects",
  id: "listProjects",
  summary: "Projects that the caller may see",
  answers: { 200: { description: "The projects; with a project key only its own.", json: projects } },
  handle: async ({ ctx, caller }) => {
    const projects = await listProjects(ctx, caller);
    return { json: { projects, count: projects.length } };
  },
});

const cancelRunById = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/runs/{runId}/cancel",
  id: "cancelRun",
  summary: "Cancel a run",
  description: "The run ends `failed` with the error `cancelled by …`.",
  allowed: "keys of scope ci or mcp_full; the roles editor and admin",
  permit: right(requireRunRight),
  params: runId,
  body: emptyBody,
  bodyOptional: true,
  bounds: "run",
  answers: { 202: { description: "The run is being cancelled, or was.", json: cancelledRun } },
  refusals: { 409: "The run has already ended." },
  handle: async ({ ctx, caller, params }) => ({
    json: { success: true, ...(await cancelRun(ctx, caller, params.runId)) },
  }),
});

const listResultsOfRun = defineEndpoint({
  ...shared,
  ...readers,
  method: "get",
  path: "/api/ci/runs/{runId}/results",
  id: "listResults",
  summary: "Results of a run",
  description:
    "Shots of a visual run, scenarios of a functional run, findings of an audit, runs of a full audit; the filters go by the type of the run.",
  params: runId,
  query: resultsQuery,
  answers: { 200: { description: "A page of results.", json: [resultPage, scenarioPage, findingPage, childPage] } },
  handle: async ({ ctx, caller, params, query }) => ({ json: await listResults(ctx, caller, { ...params, ...query }) }),
});

const listProblemsOfRun = defineEndpoint({
  ...shared,
  ...readers,
  method: "get",
  path: "/api/ci/runs/{runId}/problems",
  id: "listProblems",
  summary: "What is wrong in a run, each problem once",
  description:
    "A change is one problem over all pages, viewports and browsers. Of an audit the findings that failed: the new ones, or all where none is new. Budgets that are not met are problems too. The worst first.",
  params: runId,
  query: problemsQuery,
  answers: { 200: { description: "The first of the problems.", json: runProblems } },
  refusals: { 404: "The run was not found." },
  handle: async ({ ctx, caller, params, query }) => ({
    json: await listProblems(ctx, caller, { ...params, ...query }),
  }),
});

const commentOfRuns = defineEndpoint({
  method: "post",
  path: "/api/ci/comment",
  id: "commentOnPullRequest",
  tag: "CI",
  summary: "Comment on the pull request of one's runs",
  description:
    "The verdict of the gate, the pillars and their worst failures in one comment, updated in place. It goes to the code host and the repository of the runs.",
  access: "key",
  allowed: "keys of scope ci or mcp_full, on plans that let agents change things",
  async permit(ctx, caller) {
    requireRunRight(caller);
    await requireMutatingPlan(ctx, caller.orgId, "A comment on a pull request");
  },
  body: ciCommentBody,
  bounds: "small",
  examples: { pull: { project: "web-shop", prNumber: 7 } },
  limits: ["ci", "trigger"],
  answers: { 200: { description: "The comment.", json: ciComment } },
  refusals: {
    404: "The project or the environment is unknown, or no run is of this pull request.",
    422: "No code host is set up, or it refuses.",
  },
  async handle({ ctx, caller, body }) {
    const { links, ...posted } = await postCiComment(ctx, caller, body);
    return { json: { success: true, message: postedSentence({ ...posted, prNumber: body.prNumber }), ...posted } };
  },
});

const getRunReport = defineEndpoint({
  ...shared,
  ...readers,
  method: "get",
  path: "/api/ci/runs/{runId}/report",
  id: "getRunReport",
  summary: "Report of an audit, a visual or a functional test",
  description: "Created at the first request. xlsx only for tracking audits.",
  params: runId,
  query: reportQuery,
  answers: {
    200: {
      description: "The report.",
      types: ["text/html", "application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
      headers: ["Content-Disposition"],
    },
  },
  refusals: { 409: "The run is still running.", 422: "The report could not be made or its file is damaged." },
  async handle({ ctx, caller, params, query, res }) {
    const { format = "html" } = query;
    const report = await readReport(ctx, caller, { runId: params.runId, format });
    const bytes = await report.read();
    // The service writes the report and escapes everything from audited pages; the sandbox is a second line of defence.
    if (format !== "html") res.attachment(`plumbline-${params.runId}.${format}`);
    res.set({
      // Derived from the id of the stored bytes; Express would hash all of them again.
      ETag: `"${report.artifactId}"`,
      "Content-Type": report.contentType,
      "Content-Security-Policy": "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-cache",
    });
    res.send(bytes);
  },
});

export const ciEndpoints: EndpointArea = {
  name: "ci",
  endpoints: [
    startRunByKey,
    startFullAuditByKey,
    tellHistoryByKey,
    getRunStatus,
    listProjectsOfCaller,
    cancelRunById,
    listResultsOfRun,
    listProblemsOfRun,
    commentOfRuns,
    getRunReport,
  ],
};
