// Typed requests to the service as the signed-in person. Every failure is an ApiError with a readable message.
import type { AnswerAt, ArgsAt, Method, PathOf } from "../../../api/endpoints/typedPath.ts";
import { fillPath } from "../../../domain/net/fillPath.ts";
import { serviceUrl } from "./base.ts";

/** A refused or failed request. `status` is 0 if there was no response. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Id of the request, for the service's log. */
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

/** Returns the message of an error, with the id for the service's log if the service failed. */
export function errorText(error: unknown): string {
  const id = error instanceof ApiError && error.status >= 500 && error.requestId ? ` (${error.requestId})` : "";
  return (error instanceof Error ? error.message : String(error)) + id;
}

type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

let csrfToken = "";
/** Sets the token from the session response; it is sent with every write. */
export const setCsrfToken = (token: string): void => {
  csrfToken = token;
};

/** Called when a request finds that nobody is signed in any more, because another tab signed out or the session expired. */
let onSignedOut: () => void = () => {};
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** Returns the path with its query. Fields without a value are omitted; lists are joined by commas. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Maximum duration of a change; the service itself waits two minutes for a browser or a run. */
const CHANGE_MS = 180_000;
const NO_RESPONSE =
  "The service did not respond within 3 minutes. Reload the page to see whether your change was saved.";

type Options = { signal?: AbortSignal; idempotencyKey?: string };
type Parts = Options & { params?: Record<string, string | number>; query?: Query; body?: unknown };
type Args<M extends Method, P extends string> = ArgsAt<M, P, Options>;

/** `get("/api/problems/{id}", { params: { id } })`. Rejects with ApiError. */
export const get = <const P extends PathOf<"GET">>(path: P, ...args: Args<"GET", P>): Promise<AnswerAt<"GET", P>> =>
  call("GET", path, args);
export const post = <const P extends PathOf<"POST">>(path: P, ...args: Args<"POST", P>): Promise<AnswerAt<"POST", P>> =>
  call("POST", path, args);
export const remove = <const P extends PathOf<"DELETE">>(
  path: P,
  ...args: Args<"DELETE", P>
): Promise<AnswerAt<"DELETE", P>> => call("DELETE", path, args);

/** Returns the JSON of a link from a response, which has no declared path. Rejects with ApiError. */
export const getLinked = (link: string, options: Options = {}): Promise<unknown> => call("GET", link, [options]);

/** `args` match the path, because the callers are typed; here all endpoints are treated alike. */
async function call<T>(method: Method, path: string, args: unknown): Promise<T> {
  const [{ params, body, ...options } = {}] = args as [Parts?];
  const sent = method === "POST" ? (body ?? {}) : body;
  const late = method === "GET" ? undefined : AbortSignal.timeout(CHANGE_MS);
  try {
    const response = await request(method, fillPath(path, params), sent, { ...(late && { signal: late }), ...options });
    return parse(await response.text()) as T;
  } catch (error) {
    if (late?.aborted) throw new ApiError(0, "no_response", NO_RESPONSE);
    throw error;
  }
}

/** Returns a successful response whose body has not been read. `accept`: content type, JSON by default. Rejects with ApiError. */
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
    // Only what is read is requested again.
    const again = method === "GET" ? "Retrying automatically." : "Try again.";
    throw new ApiError(0, "unreachable", `The service cannot be reached. ${again}`);
  }
  if (response.ok) return response;
  const error = refusal(response, parse(await response.text()));
  if (response.status !== 401 || path.startsWith("/api/auth/")) throw error;
  onSignedOut();
  throw new ApiError(401, "signed_out", "Your session had ended. Try again.", error.requestId);
}

function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** An error response has `error` as text, or as `{ code, message }` in a tool response. */
function refusal(response: Response, body: unknown): ApiError {
  const fields = (body ?? {}) as { error?: unknown; message?: unknown; code?: unknown };
  const error = fields.error as { code?: unknown; message?: unknown } | string | undefined;
  const told = typeof error === "string" ? error : (error?.message ?? fields.message);
  const message = typeof told === "string" && told ? told : `The service responded with status ${response.status}.`;
  const code = typeof error === "object" ? error.code : fields.code;
  return new ApiError(
    response.status,
    typeof code === "string" ? code : `http_${response.status}`,
    message,
    response.headers.get("x-request-id"),
    body,
  );
}

/** Response of a tool. */
export type ToolResponse<D = unknown> = {
  ok: boolean;
  summary: string;
  data: D;
  warnings: string[];
  nextActions: { tool: string; args?: Record<string, unknown>; reason?: string }[];
};

/** Calls a tool as the signed-in person. Rejects with ApiError. */
export const callTool = <D>(tool: string, args: Record<string, unknown> = {}): Promise<ToolResponse<D>> =>
  call("POST", "/api/app/tools/{tool}", [{ params: { tool }, body: { args } }]);
