// What the document says about one endpoint: declared in a table, the rest follows from who may call it and what it takes.
import type { ObjectSchema, Schema } from "yup";
import type { JsonSchema } from "../tools/jsonSchema.ts";
import type { AnswerName } from "./answers.ts";

export const TAGS = {
  CI: "Starting runs and reading what they came to.",
  Gateway: "Tools for agents: the catalogue and the calls.",
  Dashboard: "Runs, approvals and baselines, for people who are signed in.",
  Administration: "Signing in, and API keys.",
  Service: "Is it there, what does it say of itself, how does it do.",
} as const;

/**
 * Who may call: everyone; a key; a signed-in person (writes need the CSRF token); either of them; `link`: either, or whoever holds a signed
 * link.
 */
export type Access = "open" | "key" | "keyOrBearer" | "session" | "either" | "link";

/** One answer that is not a refusal: JSON of a component (several: one of them), other content types, or nothing. */
export type Answer = {
  description: string;
  json?: AnswerName | readonly AnswerName[];
  /** In place of `json`, where no yup schema says it. */
  schema?: JsonSchema;
  /** Content types that are no JSON. */
  types?: readonly string[];
  headers?: readonly HeaderName[];
};
export type HeaderName = "Location" | "Retry-After" | "Set-Cookie" | "ETag" | "Content-Disposition";

export type Refusal = 400 | 401 | 403 | 404 | 406 | 409 | 413 | 415 | 422 | 429 | 503;

export type Endpoint = {
  method: "get" | "post" | "delete";
  /** With parameters as `{name}`. */
  path: string;
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  access: Access;
  /** Scopes and roles that are let in, in words; said where there is a 403. */
  allowed?: string;
  /** Parameters of the path, each with what it is. */
  params?: Record<string, string>;
  query?: ObjectSchema<object>;
  body?: Schema | JsonSchema;
  /** A JSON body may be left out. */
  bodyOptional?: true;
  /** Bodies by what they do. */
  examples?: Record<string, unknown>;
  idempotent?: true;
  /** Has a limit of calls a minute. */
  limited?: true;
  /** Answers even when the database is away. */
  withoutDatabase?: true;
  answers: Record<number, Answer>;
  /** Refusals beyond those that follow from the above; a sentence in place of the usual one. */
  refusals?: Partial<Record<Refusal, string>>;
  /** `tool`: refusals are tool responses, or the CI shape where a CI tool answers. `jsonrpc`: of MCP. */
  refusalShape?: "tool" | "jsonrpc";
};

/** Of the endpoints that start runs. */
export const KEPT =
  "A part of the service is away. With `runId` the run is kept and starts by itself; the same call again means that run.";

const USUAL: Record<Refusal, string> = {
  400: "Something in the request is wrong; `fields` names what.",
  401: "No credentials, or none that are valid.",
  403: "Not with this key, role or plan.",
  404: "It is not there, or not the caller's to see.",
  406: "The answer cannot be given in a form that `Accept` names.",
  409: "Not in the state that the thing is in.",
  413: "The body is too large, too deep, or holds too many values.",
  415: "The body is not of a type that is understood.",
  422: "The request was understood, but a step behind it failed.",
  429: "Too many calls; wait as long as `Retry-After` says.",
  503: "A part of the service is away; nothing was half done. Try again after `Retry-After`.",
};

/** Every refusal that the endpoint can answer, each with its sentence. */
export function refusalsOf(endpoint: Endpoint): Map<Refusal, string> {
  const { access, params, query, body, limited, withoutDatabase, allowed } = endpoint;
  const usual: [Refusal, boolean][] = [
    [400, Boolean(params || query || body || endpoint.idempotent)],
    [401, access !== "open"],
    [403, allowed !== undefined || access === "link"],
    // A missing thing is a tool_error where answers are tool responses.
    [404, params !== undefined && endpoint.refusalShape === undefined],
    [409, endpoint.idempotent === true],
    [413, body !== undefined],
    [429, limited === true],
    [503, !withoutDatabase],
  ];
  const sentences = new Map<Refusal, string>();
  for (const [status, is] of usual) if (is) sentences.set(status, USUAL[status]);
  if (allowed && sentences.has(403)) sentences.set(403, `Allowed: ${allowed}.`);
  for (const [status, sentence] of Object.entries(endpoint.refusals ?? {}))
    sentences.set(Number(status) as Refusal, sentence || USUAL[Number(status) as Refusal]);
  return new Map([...sentences].sort(([a], [b]) => a - b));
}
