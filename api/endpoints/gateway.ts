// The tool gateway over plain HTTP: the catalogue, tool calls, and the OpenAPI document.
import type { ErrorRequestHandler } from "express";
import { OUTCOME_TYPE } from "../../mcp/backend.ts";
import { goneSignal } from "../lib/onceClosed.ts";
import { invokeBody } from "../lib/schemas.ts";
import { asksForOutcome, contextOf, outcomeOf } from "../mcp/outcome.ts";
import { setRetryAfter, toProductError, unforeseen } from "../middleware/errors.ts";
import { documentOf, prepareDocument } from "../openapi/document.ts";
import { callsOf } from "../openapi/tools.ts";
import { cancelJob } from "../operations/jobs/cancelJob.ts";
import { catalogue } from "../tools/catalogue.ts";
import { failure, success } from "../tools/envelope.ts";
import { invokeTool, type ToolCall } from "../tools/invoke.ts";
import { toolsOf } from "../tools/registry.ts";
import type { AnyTool } from "../tools/tool.ts";
import { catalogue as catalogueAnswer, gatewayHealth, toolSuccess } from "./answers/gateway.ts";
import { defineEndpoint, type Endpoint, type EndpointArea, type Parts } from "./define.ts";

/** Caches a long text per version, of which a process has only one. */
function once(make: (version: string | undefined) => unknown): (version: string | undefined) => string {
  const texts = new Map<string | undefined, string>();
  return (version) => {
    const text = texts.get(version) ?? JSON.stringify(make(version));
    texts.set(version, text);
    return text;
  };
}

/** `all` is called only when the document is requested, because the list of all endpoints contains this one. */
const openApi = (all: () => readonly Endpoint[]): Endpoint => {
  const text = once((version) => documentOf(all(), version));
  return defineEndpoint({
    method: "get",
    path: "/api/mcp/v1/openapi.json",
    id: "openApi",
    tag: "Gateway",
    summary: "The OpenAPI document of this service",
    access: "open",
    withoutDatabase: true,
    answers: {
      200: {
        description: "OpenAPI 3.1.",
        schema: {
          type: "object",
          properties: { openapi: { type: "string" }, paths: { type: "object" } },
          required: ["openapi", "paths"],
        },
      },
    },
    async handle({ version, res }) {
      await prepareDocument(all());
      res.set("Cache-Control", "no-cache").type("application/json").send(text(version));
    },
  });
};

const gatewayHealthOf = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    method: "get",
    path: "/api/mcp/v1/health",
    id: "gatewayHealth",
    tag: "Gateway",
    summary: "The gateway, and the tools it lists",
    access: "open",
    withoutDatabase: true,
    noStore: true,
    answers: { 200: { description: "The gateway answers.", json: gatewayHealth } },
    handle({ ctx, version }) {
      const invokeTools = toolsOf(ctx.config.toolProfile, tools).map(({ name }) => name);
      return { json: { ok: true, service: "plumbline", version: version ?? "0", invokeTools } };
    },
  });

const catalogueOf = (tools: readonly AnyTool[]): Endpoint => {
  const text = once((version) => catalogue(version, tools));
  return defineEndpoint({
    method: "get",
    path: "/api/mcp",
    id: "catalogue",
    tag: "Gateway",
    summary: "The full catalogue of tools",
    access: "open",
    withoutDatabase: true,
    answers: { 200: { description: "Every tool with its args and its data.", json: catalogueAnswer } },
    handle({ version, res }) {
      res.type("json").send(text(version));
    },
  });
};

const invocation = (tools: readonly AnyTool[], path: string, id: string, summary: string): Endpoint =>
  defineEndpoint({
    method: "post",
    path,
    id,
    tag: "Gateway",
    summary,
    description:
      "Tools that change something need `confirm: true` in their args. Common args (project, environment, runId …) are accepted by every tool. With an Idempotency-Key, a repeated call of a tool that starts a run or a job returns the first one.",
    access: "key",
    allowed:
      "keys of scope mcp_read or mcp_full; for tools that change something mcp_full and a plan of Hobby or above",
    body: invokeBody,
    bounds: "tool",
    bodyRead: "toldLast",
    idempotent: true,
    limits: ["invoke"],
    noStore: true,
    ...callsOf(tools),
    refusals: {
      404: "The tool is unknown; for tools that mirror CI endpoints, also if something they name is unknown.",
      422: "The tool ran and failed; the error says why.",
    },
    refusalShape: "tool",
    async handle({ ctx, caller, body, req, res }) {
      const own = contextOf(ctx, req);
      const found = await invokeTool(own, caller, body as ToolCall, goneSignal(res), tools);
      setRetryAfter(res, found.status, "retryAfterMs" in found.envelope ? found.envelope.retryAfterMs : undefined);
      if (!asksForOutcome(req)) return { status: found.status, json: found.body };
      const outcome = await outcomeOf(own, caller, found);
      res.status(found.status).type(OUTCOME_TYPE).send(JSON.stringify(outcome));
    },
  });

/** Not a tool, but it answers like one, with the job's own status code. */
const cancelJobById = defineEndpoint({
  method: "post",
  path: "/api/mcp/v1/jobs/{jobId}/cancel",
  id: "cancelJob",
  tag: "Gateway",
  summary: "Cancel a job",
  description: "Not a tool, but it answers as one. The job ends `cancelled`.",
  access: "key",
  allowed: "keys of scope mcp_full",
  params: { jobId: "Id of the job" },
  limits: ["invoke"],
  noStore: true,
  answers: { 202: { description: "The job is being cancelled, or was.", json: toolSuccess } },
  refusals: { 422: "The job is unknown, or has already ended." },
  refusalShape: "tool",
  async handle({ ctx, caller, params }) {
    const { message, ...data } = await cancelJob(ctx, caller, params.jobId);
    const nextActions = [{ label: "See whether it has ended", tool: "get_job_status", args: { jobId: data.jobId } }];
    return { json: success("cancel_job", { summary: message, data, nextActions }) };
  },
});

/** Turns errors before the tool was reached, and unexpected errors in it, into tool responses. */
export const toolErrors = ({ ctx }: Parts): ErrorRequestHandler => {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const named: unknown = req.body?.tool ?? res.locals.tool;
    const tool = typeof named === "string" ? named.slice(0, 100) : "";
    const known = toProductError(error);
    const { status, body } = failure(tool, known ?? unforeseen(ctx, req, res, error));
    setRetryAfter(res, status, body.retryAfterMs);
    res
      .status(known ? status : 500)
      .set("Cache-Control", "no-store")
      .json(body);
  };
};

export const gatewayEndpoints = (tools: readonly AnyTool[], all: () => readonly Endpoint[]): EndpointArea => ({
  name: "gateway",
  endpoints: [
    gatewayHealthOf(tools),
    openApi(all),
    catalogueOf(tools),
    invocation(tools, "/api/mcp/v1/invoke", "invoke", "Call a tool"),
    invocation(tools, "/api/mcp", "invokeHosted", "Call a tool (the hosted gateway's address)"),
    cancelJobById,
  ],
  errors: toolErrors,
});
