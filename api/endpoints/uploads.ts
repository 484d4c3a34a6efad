// Screenshots taken by a test runner and uploaded into a run, which compares them like any other.
import { requireRunRight } from "../lib/access.ts";
import {
  finishUploadsBody,
  openUploadsBody,
  uploadQuery,
  uploadTraceQuery,
  uploadVerdictBody,
} from "../lib/schemas.ts";
import { startedRunView } from "../operations/runs/startRun.ts";
import { uploadMap, uploadTrace, verdictOfUpload } from "../operations/runs/uploadParts.ts";
import { finishUploads, openUploads, uploadShot } from "../operations/runs/uploads.ts";
import {
  finishedUploads,
  openedUploads,
  uploadedMap,
  uploadedShot,
  uploadedTrace,
  uploadVerdict,
} from "./answers/runs.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { right } from "./permits.ts";
import { KEPT, UNKNOWN_PLACE } from "./words.ts";

const allowed = "keys of scope ci or mcp_full";
const shared = { tag: "CI", access: "key", allowed, permit: right(requireRunRight), limits: ["ci"] } as const;
const runId = { runId: "Id of the run" };
const TAKES_NONE = "The run accepts no more screenshots, or never accepted any.";

const open = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/uploads",
  id: "openUploads",
  summary: "Open a run for screenshots of your own tests",
  description:
    "The same build returns the same run for a day, for any number of test runners. Upload screenshots, then call finish; the run compares them and its status has the result.",
  allowed: `${allowed}; plans that have snapshots left`,
  body: openUploadsBody,
  bounds: "history",
  examples: { build: { project: "web-shop", build: "github-4711-1", branch: "main", shards: 2 } },
  answers: { 202: { description: "The run accepts screenshots.", json: openedUploads, headers: ["Location"] } },
  refusals: { 404: UNKNOWN_PLACE, 409: "The build has a run of another type.", 503: KEPT },
  async handle({ ctx, caller, body }) {
    const started = await openUploads(ctx, caller, body);
    return { json: startedRunView(started), headers: { Location: started.statusUrl } };
  },
});

const shot = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/uploads/{runId}/shots",
  id: "uploadShot",
  summary: "Upload one screenshot",
  description:
    "The body is a PNG of at most 20 MB. Name, viewport and browser identify the screenshot: if the same test sends it again, it replaces the first.",
  allowed: `${allowed}; plans that have scenarios left`,
  params: runId,
  query: uploadQuery,
  bounds: "picture",
  bodyRead: "last",
  answers: { 200: { description: "It is kept.", json: uploadedShot } },
  refusals: {
    404: "The run was not found.",
    409: `${TAKES_NONE} Or the name belongs to another test, or to a scenario without uploads.`,
  },
  async handle({ ctx, caller, params, query, req }) {
    return { json: { success: true, ...(await uploadShot(ctx, caller, params.runId, query, req.body as Buffer)) } };
  },
});

const map = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/uploads/{runId}/maps",
  id: "uploadMap",
  summary: "Upload the map of a page",
  description:
    "The body is gzip of the page map's JSON. With a map on both sides, a change names its element, with the text before and after.",
  params: runId,
  bounds: "pageMap",
  bodyRead: "last",
  answers: { 200: { description: "It is kept.", json: uploadedMap } },
  refusals: { 404: "The run was not found.", 409: TAKES_NONE },
  async handle({ ctx, caller, params, req }) {
    return { json: { success: true, ...(await uploadMap(ctx, caller, params.runId, req.body as Buffer)) } };
  },
});

const trace = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/uploads/{runId}/traces",
  id: "uploadTrace",
  summary: "Upload Playwright's trace of a test",
  description:
    "The body is the ZIP. The results of the test's screenshots link to it. Take secrets out first: whoever may see the results may open it.",
  params: runId,
  query: uploadTraceQuery,
  bounds: "trace",
  bodyRead: "last",
  answers: { 200: { description: "It is kept.", json: uploadedTrace } },
  refusals: { 404: "The run was not found, or the test has no screenshot in it.", 409: TAKES_NONE },
  async handle({ ctx, caller, params, query, req }) {
    const kept = await uploadTrace(ctx, caller, params.runId, { test: query.test, bytes: req.body as Buffer });
    return { json: { success: true, ...kept } };
  },
});

const verdict = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/uploads/{runId}/verdict",
  id: "uploadVerdict",
  summary: "Compare an uploaded screenshot immediately",
  description:
    "Answers in about a second, so that a test can fail where it stands. The run compares the screenshot again when it ends, and that result counts.",
  params: runId,
  body: uploadVerdictBody,
  bounds: "small",
  answers: { 200: { description: "It was compared.", json: uploadVerdict } },
  refusals: { 404: "The run was not found, or has no such screenshot.", 409: TAKES_NONE },
  async handle({ ctx, caller, params, body }) {
    return { json: { success: true, ...(await verdictOfUpload(ctx, caller, params.runId, body)) } };
  },
});

const finish = defineEndpoint({
  ...shared,
  method: "post",
  path: "/api/ci/uploads/{runId}/finish",
  id: "finishUploads",
  summary: "Report that a test runner has uploaded everything",
  description: "When all of the run's test runners have, the run is compared. May be repeated.",
  params: runId,
  body: finishUploadsBody,
  bodyOptional: true,
  bounds: "small",
  answers: { 202: { description: "It is noted.", json: finishedUploads } },
  refusals: { 404: "The run was not found.", 409: "The run never accepted uploaded screenshots." },
  async handle({ ctx, caller, params, body }) {
    return { json: { success: true, ...(await finishUploads(ctx, caller, params.runId, body.shard ?? 1)) } };
  },
});

export const uploadEndpoints: EndpointArea = { name: "uploads", endpoints: [open, map, shot, verdict, trace, finish] };
