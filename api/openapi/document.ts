// The OpenAPI 3.1 document of the declared endpoints, generated from the schemas that validate their requests.
import { type ObjectSchema, Schema, type SchemaObjectDescription } from "yup";
import { inTurns } from "../../platform/inTurns.ts";
import { error, jsonRpc, oauthError, toolFailure } from "../endpoints/answers/gateway.ts";
import type { NamedSchema } from "../endpoints/answers/named.ts";
import { type Access, type Answer, type Endpoint, type Refusal, TAGS } from "../endpoints/define.ts";
import { SESSION_COOKIE } from "../middleware/session.ts";
import { type JsonSchema, toJsonSchema } from "../tools/jsonSchema.ts";
import { documentedBody, refusalsOf, typeOfBytes } from "./refusals.ts";

export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, Record<string, JsonSchema>>;
} & JsonSchema;

/** Converts the document's schemas, which is most of the work, and yields to the event loop in between. */
export async function prepareDocument(endpoints: readonly Endpoint[]): Promise<void> {
  const asked = endpoints.flatMap((endpoint) => [endpoint.query, documentedBody(endpoint)]);
  const schemas = [...namedSchemas(endpoints).values(), ...asked].filter((one) => one instanceof Schema);
  await inTurns(schemas, toJsonSchema);
}

/** Returns the document as plain JSON. */
export function documentOf(endpoints: readonly Endpoint[], version: string | undefined): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const endpoint of endpoints) {
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
        "Quality testing of web sites: visual tests, audits, and tools for agents. Errors are `{ error }` with a sentence; the gateway has its own shape. In bodies and args `null` means an omitted optional field, and an empty filter list means all.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This installation" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-API-Key", description: "A project key or an org agent key" },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The same key, for clients that can only send it so; at /mcp also the token of a connected app",
        },
        agentKey: { type: "http", scheme: "bearer", description: "SVC_COACH_AGENT_KEY" },
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
      schemas: componentsOf(endpoints),
    },
  };
}

/** Returns the schemas that responses name, each once, plus the endpoints' own components. */
function componentsOf(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  return {
    ...Object.fromEntries([...namedSchemas(endpoints)].map(([name, schema]) => [name, toJsonSchema(schema)])),
    ...Object.assign({}, ...endpoints.map(({ components }) => components?.() ?? {})),
  };
}

/** Collects the named schemas. Throws if two different ones share a name, because the document would use the last one for both. */
export function namedSchemas(endpoints: readonly Endpoint[]): Map<string, NamedSchema["schema"]> {
  const answers = endpoints.flatMap((endpoint) => Object.values(endpoint.answers).flatMap(({ json = [] }) => json));
  const schemas = new Map<string, NamedSchema["schema"]>();
  for (const { name, schema } of [error, toolFailure, jsonRpc, oauthError, ...answers]) {
    if (schemas.has(name) && schemas.get(name) !== schema) throw new Error(`Two answers are named ${name}.`);
    schemas.set(name, schema);
  }
  return schemas;
}

const HEADERS = {
  "X-Request-Id": { description: "Id of the request in the log", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  Location: { description: "Path of the status endpoint", schema: { type: "string" } },
  "Set-Cookie": { description: "The session", schema: { type: "string" } },
  ETag: { description: "Of the content", schema: { type: "string" } },
  "Repr-Digest": { description: "SHA-512 of the content, as in RFC 9530", schema: { type: "string" } },
  "Content-Disposition": {
    description: "Suggested file name for a download",
    schema: { type: "string" },
  },
};

const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description: "The same key and body return the same run for 24 hours; another body is refused with 409",
    schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" },
  },
};

const SECURITY: Record<Access, (writes: boolean) => JsonSchema[]> = {
  open: () => [],
  opensSession: () => [],
  key: () => [{ key: [] }],
  keyOrBearer: () => [{ key: [] }, { bearer: [] }],
  agentBearer: () => [{ agentKey: [] }],
  session: (writes) => [writes ? { session: [], csrf: [] } : { session: [] }],
  either: (writes) => [...SECURITY.key(writes), ...SECURITY.session(writes)],
  link: (writes) => [...SECURITY.either(writes), {}],
};

function operationOf(endpoint: Endpoint): JsonSchema {
  const { id, tag, summary, description, access, method } = endpoint;
  const body = documentedBody(endpoint);
  const type = typeOfBytes(endpoint);
  const parameters = parametersOf(endpoint);
  const refusals = [...refusalsOf(endpoint)].filter(([status]) => endpoint.answers[status] === undefined);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[access](method !== "get"),
    ...(parameters.length > 0 && { parameters }),
    ...(type !== undefined && {
      requestBody: { required: true, content: { [type]: { schema: { type: "string", contentMediaType: type } } } },
    }),
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

/** Lists are comma-separated words. */
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

/** Statuses for which a tool that mirrors a CI endpoint answers in that endpoint's shape. */
const CI_SHAPED: readonly Refusal[] = [400, 403, 404, 422, 503];

function shapeOf(shape: Endpoint["refusalShape"], status: Refusal): readonly NamedSchema[] {
  if (shape === "jsonrpc") return [jsonRpc];
  if (shape === "oauth") return [oauthError];
  if (shape === undefined) return [error];
  return CI_SHAPED.includes(status) ? [toolFailure, error] : [toolFailure];
}

function refusalOf({ refusalShape }: Endpoint, status: Refusal, description: string): JsonSchema {
  // Sent before anything of the request is read, so there is no body to describe.
  if (status === 431) return { description };
  return {
    description,
    headers: headersOf(status === 429 || status === 503 ? ["Retry-After"] : []),
    content: { "application/json": { schema: oneOfComponents(shapeOf(refusalShape, status)) } },
  };
}

function headersOf(names: readonly string[]): JsonSchema {
  return Object.fromEntries(["X-Request-Id", ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function oneOfComponents(schemas: NamedSchema | readonly NamedSchema[]): JsonSchema {
  const refs = [schemas].flat().map(({ name }) => ({ $ref: `#/components/schemas/${name}` }));
  return refs.length === 1 ? (refs[0] as JsonSchema) : { anyOf: refs };
}
