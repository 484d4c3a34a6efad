// The service over HTTP: patient with a network and a service that come back, and honest about those that do not.
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerAt, ArgsAt, PathOf } from "../../api/endpoints/typedPath.ts";
import { TRY_AGAIN } from "../../domain/errors.ts";
import type { FieldProblem } from "../../domain/import/problems.ts";
import { fillPath } from "../../domain/net/fillPath.ts";
import { CLIENT_EXIT, ClientError, type ClientExit } from "./exit.ts";
import { CONNECT_MS, NO_CONNECTION, type Send, send as sendOver } from "./send.ts";

export type Call = Options & {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>;
  body?: unknown;
};
/** What goes with a call besides the parts that its endpoint declares. */
type Options = {
  /** A PNG in place of a body. */
  bytes?: Uint8Array;
  /** A start that is asked for again under the same key starts nothing twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** ms in which a failed attempt is repeated. */
  patience?: number;
};
export type Service = {
  readonly url: string;
  /** The JSON of the answer, typed by the declared path. Throws ClientError for refusals, and where the service stays away. */
  get<const P extends PathOf<"GET">>(path: P, ...args: ArgsAt<"GET", P, Options>): Promise<AnswerAt<"GET", P>>;
  post<const P extends PathOf<"POST">>(path: P, ...args: ArgsAt<"POST", P, Options>): Promise<AnswerAt<"POST", P>>;
  /** The bytes of a file that the service makes. */
  bytes(path: string, call?: Call): Promise<Uint8Array>;
  /** One tool of the gateway: its `data` and the sentence that goes with it. Throws ClientError where the tool says no. */
  invoke<T>(tool: string, args: Record<string, unknown>, call?: Call): Promise<ToolAnswer<T>>;
};
export type ToolAnswer<T> = { summary: string; data: T; warnings: string[] };

export type ServiceOptions = {
  url: string;
  apiKey: string | null;
  /** A remark for the person, such as that the service is unavailable. */
  note(text: string): void;
  /** ms for which a service that was there may be away. */
  patience?: number;
  send?: Send;
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
  now?: () => number;
};

/** A restart of the service takes seconds, a new version of it minutes. */
const RETRY_FOR_MS = 5 * 60_000;
/** Somebody answered for it, such as a proxy before a service that restarts. */
const FIRST_RETRY_FOR_MS = 20_000;
/** Nobody takes the connection, nor ever did: the address is probably wrong. With the attempt that ends it, it takes under 3 s. */
const NOBODY_FOR_MS = 2_000;
const ANSWER_MS = 150_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** What a proxy says while the service behind it restarts. */
const AWAY = new Set([502, 503, 504]);

type Reply = { status: number; headers: Awaited<ReturnType<Send>>["headers"]; bytes: Uint8Array };

export function createService(options: ServiceOptions): Service {
  const { url, apiKey, note, now = Date.now } = options;
  const send = options.send ?? sendOver;
  const pause = options.pause ?? ((ms, signal) => sleep(ms, undefined, { signal }));
  let met = false;
  /** ms to go on trying. `nobody`: no connection was made. */
  const patienceFor = (call: Call, nobody: boolean): number =>
    call.patience ?? options.patience ?? (met ? RETRY_FOR_MS : nobody ? NOBODY_FOR_MS : FIRST_RETRY_FOR_MS);

  /** Repeats what failed on the way until it is answered or the patience is over. */
  async function reach(method: string, path: string, call: Call, headers: Record<string, string>): Promise<Reply> {
    const began = now();
    let told = false;
    for (let attempt = 0; ; attempt++) {
      const { reply, reason, wait, nobody = false } = await once(method, path, call, headers);
      if (reply) {
        met = true;
        if (told) note("Plumbline answers again.");
        return reply;
      }
      call.signal?.throwIfAborted();
      // Jitter keeps the jobs of one pipeline from coming back in the same moment.
      const backoff = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS) * (0.75 + Math.random() / 2);
      const next = wait ?? backoff;
      if (now() - began + next >= patienceFor(call, nobody)) throw unreachable(url, reason);
      if (!told) note(`Plumbline at ${url} does not answer (${reason}); trying again.`);
      told = true;
      await pause(next, call.signal);
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
        // Where a service has answered before, what is slow is the network, and the patience for it is another.
        connectMs: met ? undefined : Math.max(CONNECT_MS, options.patience ?? 0),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const reply = { status: response.status, headers: response.headers, bytes };
      if (response.status === 429)
        return { reason: "too many requests", wait: retryAfterMs(response.headers) ?? 1_000 };
      // A request that did not arrive whole, as on a connection that hung: nothing was done for it.
      if (response.status === 408) return { reason: "HTTP 408" };
      return AWAY.has(response.status) && repeatable(method, call)
        ? { reason: `HTTP ${response.status}`, wait: retryAfterMs(response.headers) }
        : { reply, reason: "" };
    } catch (error) {
      call.signal?.throwIfAborted();
      const nobody = neverSent(error);
      if (!repeatable(method, call) && !nobody) throw unreachable(url, reasonOf(error));
      return { reason: reasonOf(error), nobody };
    }
  }

  async function ask(method: string, path: string, call: Call, accept: string): Promise<Reply> {
    if (!apiKey)
      throw new ClientError(
        CLIENT_EXIT.usage,
        "no_key",
        'No key: set SVC_API_KEY, or store one with "plumbline login".',
      );
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

export const newIdempotencyKey = (): string => crypto.randomUUID();

/** Asking for it twice changes nothing. */
const repeatable = (method: string, call: Call): boolean => method === "GET" || call.idempotencyKey !== undefined;

/** No connection was made. */
const NOBODY = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", NO_CONNECTION]);
const neverSent = (error: unknown): boolean => NOBODY.has(codeOf(error));

function address(url: string, path: string, query: Call["query"] = {}): string {
  const target = new URL(url + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) target.searchParams.set(name, String(value));
  return target.href;
}

/** `Retry-After` in seconds or as a date; undefined where it says nothing. */
function retryAfterMs(headers: Reply["headers"]): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

/** What the bytes say as JSON; undefined where they are none. */
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
      reason?: unknown;
      fields?: unknown;
    }
  | undefined;

function refusal(url: string, { status, bytes }: Reply, json: unknown): ClientError {
  const body = json as Body;
  const error = typeof body?.error === "object" ? body.error : undefined;
  const message = error?.message ?? (typeof body?.error === "string" ? body.error : body?.summary);
  const code = error?.code ?? body?.code ?? `http_${status}`;
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

const unreachable = (url: string, reason: string): ClientError =>
  new ClientError(
    CLIENT_EXIT.unreachable,
    "unreachable",
    `Plumbline could not be reached at ${url} (${reason}). Is it running, and is SVC_URL right?`,
  );

/** The system's code of why a request got no answer; "" where it has none. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

/** Why a request got no answer, in words where the system has a code. */
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
