// What an endpoint is: one declared object, from which its route, its part of the OpenAPI document and its row in docs/api/ come.
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from "express";
import type { InferType, ObjectSchema, Schema } from "yup";
import type { Caller, OperationContext } from "../lib/context.ts";
import { bodyOf, listsIn, numbersIn, param, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { callerOf } from "../middleware/caller.ts";
import { idempotencyOf } from "../middleware/idempotencyKey.ts";
import type { BODY_BOUNDS } from "../middleware/jsonBody.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import type { Idempotency } from "../operations/runs/runInput.ts";
import type { JsonSchema } from "../tools/jsonSchema.ts";
import type { AnswerIn, Jsonable } from "./answers/json.ts";
import type { NamedSchema } from "./answers/named.ts";

export const TAGS = {
  CI: "Starting runs and reading their results.",
  Gateway: "Tools for agents: the catalogue and the calls.",
  Coach: "Questions in plain language, answered from test results.",
  Dashboard: "Runs, approvals and baselines, for people who are signed in.",
  Notifications: "Messages about verdicts that changed: where they go, and what became of each.",
  Schedules: "Runs that start automatically: when, what, and the outcome of each due time.",
  Administration: "Signing in, and API keys.",
  Service: "Health, version and metrics.",
} as const;

/**
 * Who may call: everyone; a key; a signed-in person (writes need the CSRF token); either of them; `link`: either, or whoever
 * holds a signed link. `agentBearer`: the holder of one credential, who is no caller. `opensSession`: everyone, and the answer may sign the caller in.
 */
export type Access = "open" | "opensSession" | "key" | "keyOrBearer" | "agentBearer" | "session" | "either" | "link";

/** One answer that is not a refusal: JSON of a component (several: one of them), other content types, or nothing. */
export type Answer = {
  description: string;
  json?: NamedSchema | readonly NamedSchema[];
  /** In place of `json`, where no yup schema says it. */
  schema?: JsonSchema;
  /** Content types that are no JSON. */
  types?: readonly string[];
  headers?: readonly HeaderName[];
};
/** Answers that are no refusals, by status. */
export type Answers = { readonly [status: number]: Answer };
export type HeaderName = "Location" | "Retry-After" | "Set-Cookie" | "ETag" | "Content-Disposition" | "Repr-Digest";

export type Refusal = 400 | 401 | 403 | 404 | 406 | 409 | 413 | 415 | 422 | 429 | 431 | 503;

/** What every endpoint of one app shares. */
export type Parts = {
  ctx: OperationContext;
  version: string | undefined;
  auth: Authentication;
  limits: RateLimits;
};

/** Names between braces in a path. */
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

type CallerOf<A extends Access> = A extends "open" | "opensSession" | "agentBearer"
  ? null
  : A extends "link"
    ? Caller | null
    : Caller;

/** One request, after all gates. Only handlers that return nothing write to `res` themselves. */
export type Call<Path extends string, A extends Access, B, Q> = {
  ctx: OperationContext;
  version: string | undefined;
  caller: CallerOf<A>;
  params: Record<ParamsOf<Path>, string>;
  body: B;
  query: Q;
  idempotency: Idempotency | undefined;
  req: Request;
  res: Response;
};

/** A JSON answer: one of those that are declared. `status`: needed where several successes are. */
export type Reply<S extends Answers = Answers> = {
  json: Jsonable<AnswerIn<S>>;
  status?: number;
  headers?: Record<string, string>;
};

type Facts<Path extends string, A extends Access, S extends Answers = Answers> = {
  method: "get" | "post" | "delete";
  /** The whole path, with parameters as `{name}`. */
  path: Path;
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  access: A;
  /** Scopes and roles that are let in, in words; said where there is a 403. */
  allowed?: string;
  /** Each parameter of the path, with what it is. */
  params?: Record<ParamsOf<Path>, string>;
  /** The document's body where it is not `body`: one that an operation checks itself, or of many shapes. */
  bodyDocument?: Schema | JsonSchema;
  /** A JSON body may be left out. */
  bodyOptional?: true;
  /** How much a body may hold; without it none is read. */
  bounds?: keyof typeof BODY_BOUNDS;
  /**
   * When the body is read: `first`, before key and limits (the default); `toldLast`, then too, but what is wrong with it is told
   * after them; `last`, after them.
   */
  bodyRead?: "first" | "toldLast" | "last";
  /** What is asked before anything of the request is read. */
  first?: (parts: Parts) => readonly RequestHandler[];
  /** Bodies by what they do. */
  examples?: Record<string, unknown>;
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** Limits of calls a minute, in the order in which they are asked. */
  limits?: readonly (keyof RateLimits)[];
  /** Answers even when the database is unavailable, or another installation's. */
  withoutDatabase?: true;
  /** Every answer, a refusal too, is kept out of caches. */
  noStore?: true;
  /** Answers as it comes: compression would hold back what is written bit by bit. */
  uncompressed?: true;
  answers: S;
  /** Schemas that its bodies and answers refer to, besides those that `json` names. */
  components?: () => Record<string, JsonSchema>;
  /** Refusals beyond those that follow from the above; a sentence in place of the usual one. */
  refusals?: Partial<Record<Refusal, string>>;
  /** `tool`: refusals are tool responses, or the CI shape where a CI tool answers. `jsonrpc`: of MCP. `oauth`: of RFC 6749. */
  refusalShape?: "tool" | "jsonrpc" | "oauth";
};

type Declared<
  Path extends string,
  A extends Access,
  B extends Schema,
  Q extends ObjectSchema<object>,
  S extends Answers,
> = Facts<Path, A, S> & {
  /** Checked strictly before the handler sees it. */
  body?: B;
  /** Numbers and lists (words apart by commas) are read as the schema says. */
  query?: Q;
  /** The right that is asked for before the body is looked at: a key without it learns nothing else. */
  permit?: (ctx: OperationContext, caller: CallerOf<A>) => void | Promise<void>;
} & (
    | {
        handle: (
          call: Call<Path, A, InferType<B>, InferType<Q>>,
        ) => Reply<S> | undefined | Promise<Reply<S> | undefined>;
      }
    /** What decides about methods, gates and errors itself, below the path. */
    | { mount: (parts: Parts) => Router }
  );

/** An endpoint as lists of them hold it. Exactly one of `serve` and `mount` is there. */
export type Endpoint = Facts<string, Access> & {
  body?: Schema;
  query?: ObjectSchema<object>;
  serve?: (parts: Parts) => RequestHandler;
  mount?: (parts: Parts) => Router;
};

/** Endpoints of one file. `errors`: answers what fails in them in a shape of their own. */
export type EndpointArea = {
  name: string;
  endpoints: readonly Endpoint[];
  /** Routes that an installation adds come before these. */
  yields?: true;
  errors?: (parts: Parts) => ErrorRequestHandler;
};

/** Declares an endpoint. Throws at start-up when the declaration contradicts itself. */
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
      const call: Call<Path, A, InferType<B>, InferType<Q>> = {
        ctx,
        version,
        caller,
        params: Object.fromEntries(names.map((name) => [name, param(req, name)])) as Record<ParamsOf<Path>, string>,
        // Undefined is the type of what was not declared.
        body: (body && (await validated(body, bodyOf(req)))) as InferType<B>,
        query: (query && (await validated(query, listsIn(numbersIn(req.query, numbers), lists)))) as InferType<Q>,
        idempotency: facts.idempotent && idempotencyOf(req, `${facts.method.toUpperCase()} ${facts.path}`),
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

/** Fields of a query that are no text: its values arrive as text. */
function kindsOf(query: ObjectSchema<object>): { numbers: string[]; lists: string[] } {
  const fields = Object.entries(query.describe().fields);
  const of = (type: string) => fields.filter(([, field]) => field.type === type).map(([name]) => name);
  return { numbers: of("number"), lists: of("array") };
}
