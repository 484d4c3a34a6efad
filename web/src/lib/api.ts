// Calls to the service as the signed-in person, typed by the declared path. Every failure is an ApiError with words for people.
import type { AnswerAt, ArgsAt, Method, PathOf } from "../../../api/endpoints/typedPath.ts";
import { fillPath } from "../../../domain/net/fillPath.ts";
import { serviceUrl } from "./base.ts";

/** A refusal or a failed call. `status` 0: no answer came at all. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Of the request, to find it in the service's log. */
  readonly requestId: string | null;
  readonly body: unknown;
  constructor(status: number, code: string, message: string, requestId: string | null = null, body: unknown = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.body = body;
  }
}

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

let csrfToken = "";
/** Told by the session's answer; goes with every write. */
export const setCsrfToken = (token: string): void => {
  csrfToken = token;
};

/** Heard when a call finds that nobody is signed in any more (another tab signed out, or the session has ended). */
let onSignedOut: () => void = () => {};
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** The path with its query; fields without a value are left out, lists are joined by commas. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

type Options = { signal?: AbortSignal; idempotencyKey?: string };
type Parts = Options & { params?: Record<string, string | number>; query?: Query; body?: unknown };
type Args<M extends Method, P extends string> = ArgsAt<M, P, Options>;

/** `get("/api/problems/{id}", { params: { id } })`. Rejects with ApiError. */
export const get = <const P extends PathOf<"GET">>(path: P, ...args: Args<"GET", P>): Promise<AnswerAt<"GET", P>> =>
  call("GET", path, args[0] as Parts | undefined);
export const post = <const P extends PathOf<"POST">>(path: P, ...args: Args<"POST", P>): Promise<AnswerAt<"POST", P>> =>
  call("POST", path, { body: {}, ...(args[0] as Parts | undefined) });
export const remove = <const P extends PathOf<"DELETE">>(
  path: P,
  ...args: Args<"DELETE", P>
): Promise<AnswerAt<"DELETE", P>> => call("DELETE", path, args[0] as Parts | undefined);

/** The JSON of an address that an answer named, which no declared path types. Rejects with ApiError. */
export const getLinked = (link: string, options: Options = {}): Promise<unknown> => call("GET", link, options);

async function call<T>(method: Method, path: string, { params, body, ...options }: Parts = {}): Promise<T> {
  const response = await request(method, fillPath(path, params), body, options);
  return parse(await response.text()) as T;
}

/** An answer that is no refusal, still to be read. `accept`: its content type, JSON unless told. Rejects with ApiError. */
export async function request(
  method: string,
  path: string,
  body: unknown,
  { query, signal, idempotencyKey, accept = "application/json" }: Options & { query?: Query; accept?: string } = {},
): Promise<Response> {
  const headers: Record<string, string> = { Accept: accept };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrfToken) headers["X-CSRF-Token"] = csrfToken;
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  let response: Response;
  try {
    response = await fetch(serviceUrl(withQuery(path, query)), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      credentials: "same-origin",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, "unreachable", "The service cannot be reached. Retrying automatically.");
  }
  if (response.ok) return response;
  if (response.status === 401 && !path.startsWith("/api/auth/")) onSignedOut();
  throw refusal(response, parse(await response.text()));
}

function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Refusals say `error` as text, or as `{ code, message }` in a tool response. */
function refusal(response: Response, body: unknown): ApiError {
  const fields = (body ?? {}) as { error?: unknown; message?: unknown; code?: unknown };
  const error = fields.error as { code?: unknown; message?: unknown } | string | undefined;
  const told = typeof error === "string" ? error : (error?.message ?? fields.message);
  const message = typeof told === "string" && told ? told : `The service answered ${response.status}.`;
  const code = typeof error === "object" ? error.code : fields.code;
  return new ApiError(
    response.status,
    typeof code === "string" ? code : `http_${response.status}`,
    message,
    response.headers.get("x-request-id"),
    body,
  );
}

/** What a tool answers. */
export type ToolResponse<D = unknown> = {
  ok: boolean;
  summary: string;
  data: D;
  warnings: string[];
  nextActions: { tool: string; args?: Record<string, unknown>; reason?: string }[];
};

/** Calls a tool as the signed-in person; a tool that changes something gets its `confirm`. Rejects with ApiError. */
export const callTool = <D>(tool: string, args: Record<string, unknown> = {}): Promise<ToolResponse<D>> =>
  call("POST", "/api/app/tools/{tool}", { params: { tool }, body: { args } });
