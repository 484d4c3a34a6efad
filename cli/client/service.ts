// HTTP client of the service: retries while the network or the service is temporarily unavailable, and reports permanent failures.
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerAt, ArgsAt, PathOf } from "../../api/endpoints/typedPath.ts";
import { ERROR_CODES, TRY_AGAIN } from "../../domain/errors.ts";
import type { FieldProblem } from "../../domain/import/problems.ts";
import { fillPath } from "../../domain/net/fillPath.ts";
import { CLIENT_EXIT, ClientError, type ClientExit } from "./exit.ts";
import { CONNECT_MS, NO_CONNECTION, type Send, send as sendOver } from "./send.ts";

export type Call = Options & {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>;
  body?: unknown;
};
/** Options of a call in addition to the parts that its endpoint declares. */
type Options = {
  /** A PNG, instead of a body. */
  bytes?: Uint8Array;
  /** Makes a start safe to retry: repeating it with the same key does not start a second run. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Ends the retries. A request that was sent is still awaited, because it may have started something. */
  stop?: AbortSignal | null;
  /** Called with the id of a run that the service has stored but cannot start yet. */
  stored?: ((runId: string) => void) | undefined;
  /** How long failed attempts are repeated, in ms. */
  retryForMs?: number;
};
export type Service = {
  readonly url: string;
  /** Returns the JSON response, typed by the declared path. Throws ClientError if the request is refused, or if the service remains unavailable. */
  get<const P extends PathOf<"GET">>(path: P, ...args: ArgsAt<"GET", P, Options>): Promise<AnswerAt<"GET", P>>;
  post<const P extends PathOf<"POST">>(path: P, ...args: ArgsAt<"POST", P, Options>): Promise<AnswerAt<"POST", P>>;
  /** Returns the bytes of a file that the service creates. */
  bytes(path: string, call?: Call): Promise<Uint8Array>;
  /** Calls a gateway tool; returns its `data` and its summary. Throws ClientError if the tool refuses. */
  invoke<T>(tool: string, args: Record<string, unknown>, call?: Call): Promise<ToolAnswer<T>>;
};
export type ToolAnswer<T> = { summary: string; data: T; warnings: string[] };

export type ServiceOptions = {
  url: string;
  apiKey: string | null;
  /** Prints a remark for the person, such as that the service is unavailable. */
  note(text: string): void;
  /** How long to retry, in ms; applies to every failed attempt. */
  retryForMs?: number;
  send?: Send;
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
};

/** Retry time after a first response: a restart of the service takes seconds, an upgrade minutes. */
const RETRY_FOR_MS = 5 * 60_000;
/** Retry time before the first response if something answers, such as a proxy in front of a restarting service. */
const FIRST_RETRY_FOR_MS = 20_000;
/** Retry time if no connection was ever made: the URL is probably wrong. Including the last attempt, this takes less than 3 s. */
const NOBODY_FOR_MS = 2_000;
const ANSWER_MS = 150_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** Statuses that a proxy returns while the service behind it restarts. */
const AWAY = new Set([502, 503, 504]);

type Reply = { status: number; headers: Awaited<ReturnType<Send>>["headers"]; bytes: Uint8Array };

export function createService(options: ServiceOptions): Service {
  const { url, apiKey, note, now = Date.now } = options;
  const send = options.send ?? sendOver;
  const pause = options.pause ?? ((ms, signal) => sleep(ms, undefined, { signal }));
  let met = false;
  /** Returns how long to retry, in ms. `nobody`: no connection was made. */
  const patienceFor = (call: Call, nobody: boolean): number =>
    call.retryForMs ?? options.retryForMs ?? (met ? RETRY_FOR_MS : nobody ? NOBODY_FOR_MS : FIRST_RETRY_FOR_MS);

  /** Repeats the request until it is answered or the retry time is over. */
  async function reach(method: string, path: string, call: Call, headers: Record<string, string>): Promise<Reply> {
    const began = now();
    let told = false;
    for (let attempt = 0; ; attempt++) {
      const { reply, refused, reason, wait, nobody = false } = await once(method, path, call, headers);
      if (reply) {
        met = true;
        if (told) note("Plumbline answers again.");
        return reply;
      }
      const body = refused && (parsed(refused.bytes) as Body);
      if (typeof body?.runId === "string") call.stored?.(body.runId);
      const signals = [call.signal, call.stop].filter((one) => one instanceof AbortSignal);
      const stop = signals.length > 0 ? AbortSignal.any(signals) : undefined;
      stop?.throwIfAborted();
      // Jitter keeps the jobs of a pipeline from retrying at the same moment.
      const backoff = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS) * (0.75 + Math.random() / 2);
      const next = wait ?? backoff;
      // The service itself may say why it cannot do this now.
      const own = refused && messageOf(refused, body);
      if (now() - began + next >= patienceFor(call, nobody))
        throw own ? refusal(url, refused, body) : unreachable(url, reason);
      if (!told) note(own ? `${own} Trying again.` : `Plumbline at ${url} does not answer (${reason}); trying again.`);
      told = true;
      await pause(next, stop).catch((error: unknown) => {
        // A pause rejects with an error of its own.
        stop?.throwIfAborted();
        throw error;
      });
    }
  }

  async function once(method: string, path: string, call: Call, headers: Record<string, string>) {
    const timeout = AbortSignal.timeout(ANSWER_MS);
    try {
      const response = await send(address(url, fillPath(path, call.params), call.query), {
        method,
        headers,
        body: call.bytes ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
        signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
        // Once the service has answered, a slow connection is a network problem, to which the retry time applies instead.
        connectMs: met ? undefined : Math.max(CONNECT_MS, options.retryForMs ?? 0),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const reply = { status: response.status, headers: response.headers, bytes };
      if (response.status === 429)
        return { refused: reply, reason: "too many requests", wait: retryAfterMs(response.headers) ?? 1_000 };
      // The request did not arrive completely, as on a connection that hung, so nothing was done.
      if (response.status === 408) return { reason: "HTTP 408" };
      return AWAY.has(response.status) && repeatable(method, call)
        ? { refused: reply, reason: `HTTP ${response.status}`, wait: retryAfterMs(response.headers) }
        : { reply, reason: "" };
    } catch (error) {
      call.signal?.throwIfAborted();
      const nobody = neverSent(error);
      if (!repeatable(method, call) && !nobody) throw unreachable(url, reasonOf(error));
      return { reason: reasonOf(error), nobody };
    }
  }

  async function ask(method: string, path: string, call: Call, accept: string): Promise<Reply> {
    if (!apiKey) throw new ClientError(CLIENT_EXIT.usage, "no_key", NO_KEY);
    const headers: Record<string, string> = { accept, "x-api-key": apiKey };
    if (call.bytes !== undefined) headers["content-type"] = "image/png";
    else if (call.body !== undefined) headers["content-type"] = "application/json";
    if (call.idempotencyKey !== undefined) headers["idempotency-key"] = call.idempotencyKey;
    return reach(method, path, call, headers);
  }

  async function json<T>(method: string, path: string, args: unknown): Promise<T> {
    const [call] = args as [Call?];
    const sent = method === "POST" ? { body: {}, ...call } : (call ?? {});
    const reply = await ask(method, path, sent, "application/json");
    const body = parsed(reply.bytes);
    if (reply.status >= 200 && reply.status < 300 && body !== undefined) return body as T;
    throw refusal(url, reply, body);
  }

  return {
    url,
    get: (path, ...args) => json("GET", path, args),
    post: (path, ...args) => json("POST", path, args),
    async bytes(path, call = {}) {
      const reply = await ask("GET", path, call, "*/*");
      if (reply.status === 200) return reply.bytes;
      throw refusal(url, reply, parsed(reply.bytes));
    },
    async invoke(tool, args, call = {}) {
      const reply = await ask("POST", "/api/mcp/v1/invoke", { ...call, body: { tool, args } }, "application/json");
      const body = parsed(reply.bytes) as { ok?: boolean } | undefined;
      if (reply.status === 200 && body?.ok === true) return body as ToolAnswer<never>;
      throw refusal(url, reply, body);
    },
  };
}

export const NO_KEY = 'No key: set SVC_API_KEY, or store one with "plumbline login".';

export const newIdempotencyKey = (): string => crypto.randomUUID();

/** Whether the request can be repeated without changing anything twice. */
const repeatable = (method: string, call: Call): boolean => method === "GET" || call.idempotencyKey !== undefined;

/** Error codes for which no connection was made. */
const NOBODY = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", NO_CONNECTION]);
const neverSent = (error: unknown): boolean => NOBODY.has(codeOf(error));

function address(url: string, path: string, query: Call["query"] = {}): string {
  const target = new URL(url + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) target.searchParams.set(name, String(value));
  return target.href;
}

/** Parses `Retry-After`, in seconds or as a date; undefined if it is missing or invalid. */
function retryAfterMs(headers: Reply["headers"]): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

/** Parses the bytes as JSON; undefined if they are not JSON. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

type Body =
  | {
      error?: string | { code?: string; message?: string };
      code?: string;
      summary?: string;
      runId?: unknown;
      reason?: unknown;
      fields?: unknown;
    }
  | undefined;

/** Returns the sentence in a refusal of the service; undefined if the response is somebody else's. */
function messageOf({ status, headers }: Reply, body: Body): string | undefined {
  const error = body?.error;
  const message = [typeof error === "object" ? error?.message : error, body?.summary].find(isText);
  // Proxies answer with these too, some of them in JSON. The service adds an id, and names the error while it has none.
  const shared = AWAY.has(status) || status === 429;
  return !shared || headers.get("x-request-id") !== null || ERROR_CODES.some((code) => code === codeIn(body))
    ? message
    : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const codeIn = (body: Body): string | undefined =>
  [typeof body?.error === "object" ? body.error?.code : undefined, body?.code].find(isText);

function refusal(url: string, reply: Reply, json: unknown): ClientError {
  const { status, bytes } = reply;
  const body = json as Body;
  const message = messageOf(reply, body);
  const code = codeIn(body) ?? `http_${status}`;
  if (message === undefined)
    return new ClientError(
      CLIENT_EXIT.unreachable,
      code,
      `${url} answered HTTP ${status}, which is not a response of Plumbline: ${snippet(bytes)}. Is the address right?`,
    );
  return new ClientError(exitOf(status, body?.reason), code, message, fieldsOf(body?.fields));
}

function exitOf(status: number, reason: unknown): ClientExit {
  if (reason === TRY_AGAIN) return CLIENT_EXIT.errored;
  const refuses = status === 401 || status === 403 || status === 429 || status >= 500;
  return refuses ? CLIENT_EXIT.unreachable : CLIENT_EXIT.usage;
}

const fieldsOf = (fields: unknown): FieldProblem[] =>
  Array.isArray(fields) ? fields.filter((one) => typeof one?.path === "string" && typeof one.message === "string") : [];

const snippet = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.slice(0, 800)).replace(/\s+/g, " ").trim().slice(0, 160) || "an empty body";

/** Returns the error for a service that does not answer, or not any more. */
export const unreachable = (url: string, reason: string): ClientError =>
  new ClientError(
    CLIENT_EXIT.unreachable,
    "unreachable",
    `Plumbline could not be reached at ${url} (${reason}). Is it running, and is SVC_URL right?`,
  );

/** Returns the system's code for a failed request; "" if there is none. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** Says why a request got no response, in words if the system's code is known. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return REASONS[code] ?? (code || (cause instanceof Error ? cause.message : String(cause)));
}

const REASONS: Readonly<Record<string, string>> = {
  [NO_CONNECTION]: "no connection was made in time",
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host's name could not be looked up",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the host",
  ECONNRESET: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed",
};
