// The tool gateway: one call of many shapes, told apart by the name of the tool.
import { exampleCall } from "../tools/catalogue.ts";
import { dataSchemaOf, inputSchemaOf, type JsonSchema } from "../tools/jsonSchema.ts";
import { TOOLS } from "../tools/registry.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Endpoint } from "./endpoint.ts";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const callName = (tool: AnyTool) => `${tool.name}_call`;
const answerName = (tool: AnyTool) => `${tool.name}_answer`;

/** The call and the answer of every tool, as components. */
export function toolSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    TOOLS.flatMap((tool) => [
      [callName(tool), callSchema(tool)],
      [answerName(tool), answerSchema(tool)],
    ]),
  );
}

function callSchema(tool: AnyTool): JsonSchema {
  const args = inputSchemaOf(tool);
  return {
    title: tool.title,
    description: tool.description,
    type: "object",
    properties: { tool: { const: tool.name }, args },
    required: args.required === undefined ? ["tool"] : ["tool", "args"],
  };
}

function answerSchema(tool: AnyTool): JsonSchema {
  const data = dataSchemaOf(tool);
  if (tool.ci) return { title: `${tool.title}: the CI body`, ...data };
  return {
    title: `Answer of ${tool.name}`,
    allOf: [ref("ToolSuccess"), { type: "object", properties: { tool: { const: tool.name }, data } }],
  };
}

function invocation(path: string, id: string, summary: string): Endpoint {
  const answering = (status: number) => ({
    anyOf: TOOLS.filter((tool) => (tool.ci?.status ?? 200) === status).map((tool) => ref(answerName(tool))),
  });
  return {
    method: "post",
    path,
    id,
    tag: "Gateway",
    summary,
    description:
      "Tools that change something need `confirm: true` in their args. Common args (project, environment, runId …) are accepted by every tool.",
    access: "key",
    allowed:
      "keys of scope mcp_read or mcp_full; for tools that change something mcp_full and a plan of Hobby or above",
    body: {
      oneOf: TOOLS.map((tool) => ref(callName(tool))),
      discriminator: {
        propertyName: "tool",
        mapping: Object.fromEntries(TOOLS.map((tool) => [tool.name, `#/components/schemas/${callName(tool)}`])),
      },
    },
    examples: Object.fromEntries(TOOLS.map((tool) => [tool.name, exampleCall(tool)])),
    limited: true,
    answers: {
      200: { description: "The tool's answer.", schema: answering(200) },
      202: { description: "The run has begun (tools that are faces of the CI endpoints).", schema: answering(202) },
    },
    refusals: {
      404: "There is no such tool; of a CI-shaped tool also: what it names is unknown.",
      422: "The tool ran, but what it should do or read could not be had.",
    },
    refusalShape: "tool",
  };
}

export const GATEWAY_ENDPOINTS: readonly Endpoint[] = [
  {
    method: "get",
    path: "/api/mcp/v1/health",
    id: "gatewayHealth",
    tag: "Gateway",
    summary: "The gateway, and the tools it lists",
    access: "open",
    withoutDatabase: true,
    answers: { 200: { description: "The gateway answers.", json: "GatewayHealth" } },
  },
  {
    method: "get",
    path: "/api/mcp/v1/openapi.json",
    id: "openApi",
    tag: "Gateway",
    summary: "This document",
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
  },
  {
    method: "get",
    path: "/api/mcp",
    id: "catalogue",
    tag: "Gateway",
    summary: "The full catalogue of tools",
    access: "open",
    withoutDatabase: true,
    answers: { 200: { description: "Every tool with its args and its data.", json: "Catalogue" } },
  },
  invocation("/api/mcp/v1/invoke", "invoke", "Call a tool"),
  invocation("/api/mcp", "invokeHosted", "Call a tool (the hosted gateway's address)"),
  {
    method: "post",
    path: "/api/mcp/v1/jobs/{jobId}/cancel",
    id: "cancelJob",
    tag: "Gateway",
    summary: "Cancel a job",
    description: "Not a tool, but it answers as one. The job ends `cancelled`.",
    access: "key",
    allowed: "keys of scope mcp_full",
    params: { jobId: "Id of the job" },
    limited: true,
    answers: { 202: { description: "The job is being cancelled, or was.", json: "ToolSuccess" } },
    refusals: { 422: "The job is unknown, or has already ended." },
    refusalShape: "tool",
  },
  {
    method: "post",
    path: "/mcp",
    id: "mcp",
    tag: "Gateway",
    summary: "The Model Context Protocol",
    description:
      "Streamable HTTP, without sessions: one JSON-RPC message a request. MCP clients take this address and a key, also as `Authorization: Bearer`. Other methods answer 405.",
    access: "keyOrBearer",
    allowed: "known names and origins only",
    body: {
      type: "object",
      properties: {
        jsonrpc: { const: "2.0" },
        id: { type: ["string", "number"] },
        method: { type: "string" },
        params: { type: "object" },
      },
      required: ["jsonrpc"],
    },
    examples: { tools: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
    limited: true,
    answers: {
      200: { description: "A JSON-RPC answer, or a stream with it.", json: "JsonRpc", types: ["text/event-stream"] },
      202: { description: "A notification was taken." },
    },
    refusals: { 404: "There is no such method.", 406: "", 415: "" },
    refusalShape: "jsonrpc",
  },
];
