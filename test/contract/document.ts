// The OpenAPI document for the fuzzer: the same operations and schemas, with real ids to try, and one path per tool, so that each tool's
// args are tried and its responses are validated against its own schema.

import type { JsonSchema } from "../../api/tools/jsonSchema.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { type OpenApiDocument, openApiDocument } from "../support/openApi.ts";

/** Path below which the test server accepts calls of a single tool and forwards them to the invoke endpoint. */
export const TOOL_PATH = "/api/mcp/v1/invoke/";

/** Real values by the name of a path parameter (`id` by the operation's id), tried in addition to made-up ones. */
export type Known = Record<string, readonly string[]>;

export function fuzzDocument(known: Known): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(openApiDocument("test"))) as OpenApiDocument;
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item) as Operation[]) {
      giveExamples(operation, known);
      leaveOutLong(operation);
    }
  return document;
}

/** Only the tools, each under its own path. */
export function toolDocument(): OpenApiDocument {
  const document = JSON.parse(JSON.stringify(openApiDocument("test"))) as OpenApiDocument;
  const invoke = document.paths["/api/mcp/v1/invoke"]?.post as unknown as Operation;
  document.paths = Object.fromEntries(
    TOOLS.map((tool) => {
      const schema = (kind: string) => ({ $ref: `#/components/schemas/${tool.name}_${kind}` });
      const { 200: _ok, 202: _accepted, ...refusals } = invoke.responses;
      const answer = { description: "", content: { "application/json": { schema: schema("answer") } } };
      const { value } = invoke.requestBody?.content["application/json"]?.examples?.[tool.name] ?? {};
      const operation: Operation = {
        operationId: tool.name,
        security: invoke.security,
        requestBody: {
          required: true,
          content: { "application/json": { schema: schema("call"), examples: { example: { value } } } },
        },
        responses: { ...refusals, [tool.ci?.status ?? 200]: answer },
      };
      return [TOOL_PATH + tool.name, { post: operation as unknown as JsonSchema }];
    }),
  );
  return document;
}

type Media = Record<string, { schema: JsonSchema; examples?: Record<string, { value?: unknown }> }>;
type Operation = {
  operationId: string;
  security: unknown;
  parameters?: { name?: string; in?: string; schema?: { maxLength?: number }; examples?: unknown }[];
  requestBody?: { required?: boolean; content: Media };
  responses: Record<string, unknown>;
};

function giveExamples({ operationId, parameters = [] }: Operation, known: Known): void {
  for (const parameter of parameters) {
    if (parameter.in !== "path" || parameter.name === undefined) continue;
    const values = known[parameter.name === "id" ? operationId : parameter.name] ?? [];
    if (values.length > 0) parameter.examples = Object.fromEntries(values.map((value) => [value, { value }]));
  }
}

/** Characters of a query parameter. Encoded, longer ones exceed what a server reads: it closes the connection while the fuzzer still sends. */
const MAX_QUERY = 4_000;

function leaveOutLong(operation: Operation): void {
  if (!operation.parameters) return;
  operation.parameters = operation.parameters.filter(
    ({ in: where, schema }) => where !== "query" || (schema?.maxLength ?? 0) <= MAX_QUERY,
  );
}
