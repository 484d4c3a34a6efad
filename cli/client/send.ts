// Sends one HTTP request. Node's built-in fetch takes five times as long to load as the rest of a quick command and has no timeout for the
// connection alone; it is used only behind a proxy, which Node's http module supports only in newer versions.
import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";

// Uses `require`, because importing node:http reads all of its exports and thereby loads the fetch that should be avoided.
const load = createRequire(import.meta.url);

export type Request = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal: AbortSignal;
  /** Timeout for the connection in ms; by default, that of the operating system. */
  connectMs?: number | undefined;
};
/** The part of a Response that is used. */
export type Sent = {
  status: number;
  headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
};
export type Send = (url: string, request: Request) => Promise<Sent>;

/** Maximum time spent on a host that does not answer; connections over slow lines take less. */
export const CONNECT_MS = 2_000;
/** Code of the error if no connection was made in time. */
export const NO_CONNECTION = "NO_CONNECTION";

/**
 * Rejects with an error that has a `code`, or with the signal's reason. Redirects are returned rather than followed, because a key must
 * not be sent to another host.
 */
export const send: Send = (url, request) =>
  process.env.NODE_USE_ENV_PROXY ? fetched(url, request) : requested(url, request);

const fetched: Send = (url, { method, headers, body, signal }) =>
  fetch(url, { method, headers, body: body as BodyInit | undefined, signal, redirect: "manual" } as RequestInit);

async function requested(url: string, { method, headers, body, signal, connectMs }: Request): Promise<Sent> {
  const target = new URL(url);
  const secure = target.protocol === "https:";
  const { request } = load(secure ? "node:https" : "node:http") as Pick<typeof import("node:http"), "request">;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const going = request(target, { method, headers: { "accept-encoding": "gzip", ...headers }, signal });
    const late = () =>
      going.destroy(Object.assign(new Error("no connection was made in time"), { code: NO_CONNECTION }));
    const timer = connectMs === undefined ? undefined : setTimeout(late, connectMs);
    going.once("socket", (socket) => {
      // A reused socket is already connected.
      if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
      else clearTimeout(timer);
    });
    going.once("close", () => clearTimeout(timer));
    going.once("error", (error) => reject(signal.aborted ? signal.reason : error));
    going.once("response", resolve);
    going.end(body);
  });
  const bytes = await bytesOf(answer, signal);
  return {
    status: answer.statusCode ?? 0,
    headers: { get: (name) => [answer.headers[name]].flat().join(", ") || null },
    arrayBuffer: async () => bytes,
  };
}

async function bytesOf(answer: IncomingMessage, signal: AbortSignal): Promise<ArrayBuffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of answer) parts.push(part as Buffer);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
  const whole = Buffer.concat(parts);
  const plain = answer.headers["content-encoding"] === "gzip" ? (await import("node:zlib")).gunzipSync(whole) : whole;
  return new Uint8Array(plain).buffer;
}
