// Declares endpoints: one object each, from which the route, the OpenAPI description and the row in docs/api/ are derived.
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from "express";
import type { InferType, ObjectSchema, Schema } from "yup";
import type { Caller, OperationContext } from "../lib/context.ts";
import { bodyOf, listsIn, numbersIn, param, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { callerOf } from "../middleware/caller.ts";
import { idempotencyOf } from "../middleware/idempotencyKey.ts";
import type { BODY_BOUNDS } from "../middleware/jsonBody.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import type { JsonSchema } from "../tools/jsonSchema.ts";
import type { AnswerIn, Jsonable } from "./answers/json.ts";
import type { NamedSchema } from "./answers/named.ts";

export const TAGS = {
  CI: "Starting runs and reading their results.",
  Gateway: "Tools for agents: the catalogue and the calls.",
  Coach: "Questions in plain language, answered from test results.",
  Dashboard: "Runs, approvals and baselines, for people who are signed in.",
  Notifications: "Messages about verdicts that changed: their channels, and the result of each delivery.",
  Schedules: "Runs that start automatically: when, what, and the outcome of each due time.",
  Administration: "Signing in, and API keys.",
  Service: "Health, version and metrics.",
} as const;

/**
 * Who may call the endpoint. `open`: everyone. `key`: an API key. `session`: a signed-in person; writes need the CSRF token. `either`: a
 * key or a session. `link`: as `either`, or the holder of a signed link. `agentBearer`: the holder of the coach agent's credential, who is
 * no `Caller`. `opensSession`: everyone, and the response may sign the caller in.
 */
export type Access = "open" | "opensSession" | "key" | "keyOrBearer" | "agentBearer" | "session" | "either" | "link";

/** A successful response: JSON of a component (a list means one of them), other content types, or no body. */
export type Answer = {
  description: string;
  json?: NamedSchema | readonly NamedSchema[];
  /** Used instead of `json` if no yup schema describes the response. */
  schema?: JsonSchema;
  /** Content types other than JSON. */
  types?: readonly string[];
  headers?: readonly HeaderName[];
};
/** Successful responses by status. */
export type Answers = { readonly [status: number]: Answer };
export type HeaderName = "Location" | "Retry-After" | "Set-Cookie" | "ETag" | "Content-Disposition" | "Repr-Digest";

export type Refusal = 400 | 401 | 403 | 404 | 406 | 409 | 413 | 415 | 422 | 429 | 431 | 503;

/** What all endpoints of an app share. */
export type Parts = {
  ctx: OperationContext;
  version: string | undefined;
  auth: Authentication;
  limits: RateLimits;
};

/** Names in braces in a path. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

type CallerOf<A extends Access> = A extends "open" | "opensSession" | "agentBearer"
  ? null
  : A extends "link"
    ? Caller | null
    : Caller;

/** A request that has passed all gates. Handlers write to `res` only if they return nothing. */
export type Call<Path extends string, A extends Access, B, Q> = {
  ctx: OperationContext;
  version: string | undefined;
  caller: CallerOf<A>;
  params: Record<ParamsOf<Path>, string>;
  body: B;
  query: Q;
  req: Request;
  res: Response;
};

/** A JSON response, one of the declared ones. `status` is required if several success statuses are declared. */
export type Reply<S extends Answers = Answers> = {
  json: Jsonable<AnswerIn<S>>;
  status?: number;
  headers?: Record<string, string>;
};

type Facts<Path extends string, A extends Access, S extends Answers = Answers> = {
  method: "get" | "post" | "delete";
  /** Full path, with parameters as `{name}`. */
  path: Path;
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  access: A;
  /** Scopes and roles that may call, in words; shown in the documentation of the 403. */
  allowed?: string;
  /** Description of each path parameter. */
  params?: Record<ParamsOf<Path>, string>;
  /** Body in the OpenAPI document if it differs from `body`: one that an operation checks itself, or that has many shapes. */
  bodyDocument?: Schema | JsonSchema;
  /** Set if the JSON body may be omitted. */
  bodyOptional?: true;
  /** Size limits of the body; without them, no body is read. */
  bounds?: keyof typeof BODY_BOUNDS;
  /**
   * When the body is read: `first`, before authentication and limits (the default); `toldLast`, at the same time, but its errors are
   * reported after them; `last`, after them.
   */
  bodyRead?: "first" | "toldLast" | "last";
  /** Handlers that run before anything of the request is read. */
  first?: (parts: Parts) => readonly RequestHandler[];
  /** Example bodies by name. */
  examples?: Record<string, unknown>;
  /** Set if the endpoint accepts an Idempotency-Key. */
  idempotent?: true;
  /** Rate limits per minute, in the order in which they are checked. */
  limits?: readonly (keyof RateLimits)[];
  /** Set if the endpoint answers even while the database is unavailable or belongs to another installation. */
  withoutDatabase?: true;
  /** Set if every response, including errors, must not be cached. */
  noStore?: true;
  /** Set if the response is streamed: compression would hold back data that is written bit by bit. */
  uncompressed?: true;
  answers: S;
  /** Schemas that bodies and responses refer to, in addition to those named by `json`. */
  components?: () => Record<string, JsonSchema>;
  /** Error statuses in addition to those that follow from the above, or a sentence that replaces the usual one. */
  refusals?: Partial<Record<Refusal, string>>;
  /** Shape of error responses. `tool`: tool responses, or the CI shape for tools that mirror CI endpoints. `jsonrpc`: MCP. `oauth`: RFC 6749. */
  refusalShape?: "tool" | "jsonrpc" | "oauth";
};

type Declared<
  Path extends string,
  A extends Access,
  B extends Schema,
  Q extends ObjectSchema<object>,
  S extends Answers,
> = Facts<Path, A, S> & {
  /** Validated strictly before the handler runs. */
  body?: B;
  /** Numbers and comma-separated lists are converted as the schema says. */
  query?: Q;
  /** Right that is checked before the body is validated, so that a caller without it learns nothing else. */
  permit?: (ctx: OperationContext, caller: CallerOf<A>) => void | Promise<void>;
} & (
    | {
        handle: (
          call: Call<Path, A, InferType<B>, InferType<Q>>,
        ) => Reply<S> | undefined | Promise<Reply<S> | undefined>;
      }
    /** Router below the path that handles methods, gates and errors itself. */
    | { mount: (parts: Parts) => Router }
  );

/** An endpoint as an element of a list. Either `serve` or `mount` is set. */
export type Endpoint = Facts<string, Access> & {
  body?: Schema;
  query?: ObjectSchema<object>;
  serve?: (parts: Parts) => RequestHandler;
  mount?: (parts: Parts) => Router;
};

/** Endpoints of one file. `errors` handles their errors in a different shape. */
export type EndpointArea = {
  name: string;
  endpoints: readonly Endpoint[];
  /** Set if routes that an installation adds take precedence over these. */
  yields?: true;
  errors?: (parts: Parts) => ErrorRequestHandler;
};

/** Declares an endpoint. Throws at start-up if it takes a body without bounds. */
export function defineEndpoint<
  const Path extends string,
  const A extends Access,
  B extends Schema = Schema<undefined>,
  Q extends ObjectSchema<object> = ObjectSchema<object>,
  const S extends Answers = Answers,
>(declared: Declared<Path, A, B, Q, S>): Endpoint {
  const { body, query, permit, ...rest } = declared;
  if ((body || rest.bodyDocument) && !rest.bounds) throw new Error(`${rest.id} takes a body without bounds.`);
  if ("mount" in rest) return { ...rest, body, query };
  const { handle, ...facts } = rest;
  const names = [...facts.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name as ParamsOf<Path>);
  const { numbers, lists } = query ? kindsOf(query) : { numbers: [], lists: [] };
  const [only, ...others] = Object.keys(facts.answers).filter((status) => status < "300");

  const serve =
    ({ ctx, version }: Parts): RequestHandler =>
    async (req, res) => {
      if (res.locals.bodyError) throw res.locals.bodyError;
      const caller = callerOf(res) as CallerOf<A>;
      await permit?.(ctx, caller);
      const idempotency = facts.idempotent && idempotencyOf(req, `${facts.method.toUpperCase()} ${facts.path}`);
      const call: Call<Path, A, InferType<B>, InferType<Q>> = {
        ctx: idempotency ? { ...ctx, idempotency } : ctx,
        version,
        caller,
        params: Object.fromEntries(names.map((name) => [name, param(req, name)])) as Record<ParamsOf<Path>, string>,
        // The type is undefined if no body was declared.
        body: (body && (await validated(body, bodyOf(req)))) as InferType<B>,
        query: (query && (await validated(query, listsIn(numbersIn(req.query, numbers), lists)))) as InferType<Q>,
        req,
        res,
      };
      const reply = await handle(call);
      if (!reply) return;
      const status = reply.status ?? (others.length === 0 ? Number(only) : 200);
      res
        .status(status)
        .set(reply.headers ?? {})
        .json(reply.json);
    };
  return { ...facts, body, query, serve };
}

/** Returns the query fields that are numbers and lists: query values arrive as text. */
function kindsOf(query: ObjectSchema<object>): { numbers: string[]; lists: string[] } {
  const fields = Object.entries(query.describe().fields);
  const of = (type: string) => fields.filter(([, field]) => field.type === type).map(([name]) => name);
  return { numbers: of("number"), lists: of("array") };
}
