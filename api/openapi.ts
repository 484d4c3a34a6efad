// The OpenAPI 3.1 document of the whole service, put together from the tables in openapi/ and the schemas that validate requests.
import { type ObjectSchema, Schema, type SchemaObjectDescription } from "yup";
import { SESSION_COOKIE } from "./middleware/session.ts";
import { ADMINISTRATION_ENDPOINTS } from "./openapi/administration.ts";
import { ANSWERS, type AnswerName } from "./openapi/answers.ts";
import { CI_ENDPOINTS } from "./openapi/ci.ts";
import { DASHBOARD_ENDPOINTS } from "./openapi/dashboard.ts";
import { type Access, type Answer, type Endpoint, type Refusal, refusalsOf, TAGS } from "./openapi/endpoint.ts";
import { GATEWAY_ENDPOINTS, toolSchemas } from "./openapi/gateway.ts";
import { SERVICE_ENDPOINTS } from "./openapi/service.ts";
import { type JsonSchema, toJsonSchema } from "./tools/jsonSchema.ts";

export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, Record<string, JsonSchema>>;
} & JsonSchema;

const ENDPOINTS: readonly Endpoint[] = [
  ...CI_ENDPOINTS,
  ...GATEWAY_ENDPOINTS,
  ...DASHBOARD_ENDPOINTS,
  ...ADMINISTRATION_ENDPOINTS,
  ...SERVICE_ENDPOINTS,
];

/** Plain JSON; the same for the life of the process. */
export function openApiDocument(version: string | undefined): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const endpoint of ENDPOINTS) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method] = operationOf(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      version: version ?? "0",
      description:
        "Quality testing of web sites: visual tests, audits, and tools for agents. Errors are `{ error }` with a sentence; the gateway has its own shape. In bodies and args `null` stands for an optional field that is left out, and an empty list of a filter for all.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This installation" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-API-Key", description: "A project key or an org agent key" },
        bearer: { type: "http", scheme: "bearer", description: "The same key, for clients that can only send it so" },
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE, description: "Of POST /api/auth/sign-in" },
        csrf: {
          type: "apiKey",
          in: "header",
          name: "X-CSRF-Token",
          description: "The session's csrfToken; needed with the session for everything but reading",
        },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      schemas: {
        ...Object.fromEntries(Object.entries(ANSWERS).map(([name, schema]) => [name, toJsonSchema(schema)])),
        ...toolSchemas(),
      },
    },
  };
}

const HEADERS = {
  "X-Request-Id": { description: "The log has the request under it", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  Location: { description: "Path of the status endpoint", schema: { type: "string" } },
  "Set-Cookie": { description: "The session", schema: { type: "string" } },
  ETag: { description: "Of the content", schema: { type: "string" } },
  "Content-Disposition": {
    description: "A name to save it under, where it is not shown in place",
    schema: { type: "string" },
  },
};

const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "The same key and body answer with the same run for 24 hours; with another body it is a 409",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  },
};

const SECURITY: Record<Access, (writes: boolean) => JsonSchema[]> = {
  open: () => [],
  key: () => [{ key: [] }],
  keyOrBearer: () => [{ key: [] }, { bearer: [] }],
  session: (writes) => [writes ? { session: [], csrf: [] } : { session: [] }],
  either: (writes) => [...SECURITY.key(writes), ...SECURITY.session(writes)],
  link: (writes) => [...SECURITY.either(writes), {}],
};

function operationOf(endpoint: Endpoint): JsonSchema {
  const { id, tag, summary, description, access, method, body } = endpoint;
  const parameters = parametersOf(endpoint);
  const refusals = [...refusalsOf(endpoint)].filter(([status]) => endpoint.answers[status] === undefined);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[access](method !== "get"),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: !endpoint.bodyOptional,
        content: {
          "application/json": {
            schema: body instanceof Schema ? toJsonSchema(body) : body,
            ...(endpoint.examples && {
              examples: Object.fromEntries(Object.entries(endpoint.examples).map(([name, value]) => [name, { value }])),
            }),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(endpoint.answers).map(([status, answer]) => [status, answerOf(answer)])),
      ...Object.fromEntries(refusals.map(([status, text]) => [status, refusalOf(endpoint, status, text)])),
    },
  };
}

function parametersOf({ params = {}, query, idempotent }: Endpoint): JsonSchema[] {
  const inPath = Object.entries(params).map(([name, description]) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string", minLength: 1 },
  }));
  return [
    ...inPath,
    ...(query ? queryParameters(query) : []),
    ...(idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
}

/** Lists are words apart by commas. */
function queryParameters(query: ObjectSchema<object>): JsonSchema[] {
  const { properties = {} } = toJsonSchema(query) as { properties?: Record<string, JsonSchema> };
  const { fields } = query.describe() as SchemaObjectDescription;
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema;
    const isList = fields[name]?.type === "array";
    return {
      name,
      in: "query",
      ...(description ? { description } : {}),
      ...(isList && { style: "form", explode: false }),
      schema: rest,
    };
  });
}

function answerOf({ description, json, schema, types, headers = [] }: Answer): JsonSchema {
  const shape = schema ?? (json !== undefined ? oneOfComponents(json) : undefined);
  const content = {
    ...(shape && { "application/json": { schema: shape } }),
    ...Object.fromEntries((types ?? []).map((type) => [type, {}])),
  };
  return { description, headers: headersOf(headers), ...(Object.keys(content).length > 0 && { content }) };
}

/** Statuses with which a tool that is a face of a CI endpoint answers in that endpoint's shape. */
const CI_SHAPED: readonly Refusal[] = [400, 403, 404, 422, 503];

function shapeOf(shape: Endpoint["refusalShape"], status: Refusal): readonly AnswerName[] {
  if (shape === "jsonrpc") return ["JsonRpc"];
  if (shape === undefined) return ["Error"];
  return CI_SHAPED.includes(status) ? ["ToolFailure", "Error"] : ["ToolFailure"];
}

function refusalOf({ refusalShape }: Endpoint, status: Refusal, description: string): JsonSchema {
  const names = shapeOf(refusalShape, status);
  return {
    description,
    headers: headersOf(status === 429 || status === 503 ? ["Retry-After"] : []),
    content: { "application/json": { schema: oneOfComponents(names) } },
  };
}

function headersOf(names: readonly string[]): JsonSchema {
  return Object.fromEntries(["X-Request-Id", ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function oneOfComponents(names: AnswerName | readonly AnswerName[] = []): JsonSchema {
  const refs = [names].flat().map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return refs.length === 1 ? (refs[0] as JsonSchema) : { anyOf: refs };
}
