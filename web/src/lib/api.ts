// Calls to the service as the signed-in person. Every failure is an ApiError with words for people.
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

/** The address of what a project has, from its parts: `ofProject("shop", "runs")`. */
export const ofProject = (project: string, ...parts: readonly string[]): string =>
  ["/api/app/projects", ...[project, ...parts].map(encodeURIComponent)].join("/");

type Options = { query?: Query; signal?: AbortSignal; idempotencyKey?: string };

/** Rejects with ApiError. */
export const get = <T>(path: string, options: Options = {}): Promise<T> => call<T>("GET", path, undefined, options);
export const post = <T>(path: string, body: unknown = {}, options: Options = {}): Promise<T> =>
  call<T>("POST", path, body, options);
export const remove = <T>(path: string, options: Options = {}): Promise<T> =>
  call<T>("DELETE", path, undefined, options);

async function call<T>(method: string, path: string, body: unknown, options: Options): Promise<T> {
  const response = await request(method, path, body, options);
  return parse(await response.text()) as T;
}

/** An answer that is no refusal, still to be read. `accept`: its content type, JSON unless told. Rejects with ApiError. */
export async function request(
  method: string,
  path: string,
  body: unknown,
  { query, signal, idempotencyKey, accept = "application/json" }: Options & { accept?: string } = {},
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
  post<ToolResponse<D>>(`/api/app/tools/${tool}`, { args });
