// Calls the upload endpoints with retries; sending something twice stores it once.
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerAt, ArgsAt, PathOf } from "../../api/endpoints/typedPath.ts";
import { fillPath } from "../../domain/net/fillPath.ts";
import type { UploadSettings } from "./settings.ts";

/** How long a failed call is repeated, in ms: a restart of the service takes seconds. */
export const RETRY_FOR_MS = 60_000;
const ANSWER_MS = 60_000;
const AWAY = new Set([429, 502, 503, 504]);

type Parts = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** A file, instead of a JSON body. */
  file?: { type: "image/png" | "application/gzip" | "application/zip"; bytes: Uint8Array };
};
/** Returns the JSON response, typed by the declared path. */
export type Send = <M extends "GET" | "POST", const P extends PathOf<M>>(
  method: M,
  path: P,
  ...args: ArgsAt<M, P, Pick<Parts, "file">>
) => Promise<AnswerAt<M, P>>;

/** The service remained unavailable for as long as a call was repeated. */
export class UnreachableError extends Error {
  override name = "UnreachableError";
}

/** Throws with the service's own message if it refuses, and UnreachableError if it remains unavailable. */
export function sender({ url, key }: UploadSettings, retryForMs = RETRY_FOR_MS): Send {
  const send = async (method: string, path: string, args: unknown) => {
    const [parts = {}] = args as [Parts?];
    const address = new URL(url + fillPath(path, parts.params));
    for (const [name, value] of Object.entries(parts.query ?? {})) address.searchParams.set(name, String(value));
    const until = Date.now() + retryForMs;
    for (let attempt = 0; ; attempt += 1) {
      const { answer, reason, wait } = await once(method, address.href, key, parts);
      if (answer !== undefined) return answer as never;
      const pause = wait ?? Math.min(500 * 2 ** attempt, 10_000) * (0.75 + Math.random() / 2);
      if (Date.now() + pause >= until)
        throw new UnreachableError(
          `Plumbline could not be reached at ${url} (${reason}). Is it running, and is PLUMBLINE_URL right? With PLUMBLINE_OPTIONAL=1 tests continue without it.`,
        );
      await sleep(pause);
    }
  };
  return (method, path, ...args) => send(method, path, args);
}

type Tried = { answer?: unknown; reason: string; wait?: number };

async function once(method: string, address: string, key: string, { body, file }: Parts): Promise<Tried> {
  const contentType: Record<string, string> = {};
  if (file || body !== undefined) contentType["content-type"] = file?.type ?? "application/json";
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      headers: { "x-api-key": key, ...contentType },
      body: file ? new Uint8Array(file.bytes) : body === undefined ? undefined : JSON.stringify(body),
      // A key must not follow a redirect to another host.
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    text = await response.text();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
  if (AWAY.has(response.status)) {
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    return { reason: `HTTP ${response.status}`, ...(Number.isFinite(seconds) && { wait: seconds * 1_000 }) };
  }
  const json = parsed(text);
  if (response.ok && json !== undefined) return { answer: json, reason: "" };
  const said = (json as { error?: unknown } | undefined)?.error;
  throw new Error(
    typeof said === "string" ? `Plumbline: ${said}` : `Plumbline answered HTTP ${response.status} at ${address}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
