// One request and its response over a checked connection: a single hop of safeFetch.
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { connect as startTls } from "node:tls";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { RequestFailedError } from "../../domain/net/errors.ts";
import { formatTarget, type UrlTarget } from "../../domain/net/targets.ts";
import { type ConnectRule, connectChecked } from "./connect.ts";
import { MAX_HEADER_BYTES } from "./forward.ts";

export type Hop = {
  url: URL;
  target: UrlTarget;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal: AbortSignal;
  /** Maximum size of the decoded body in bytes. */
  maxBytes: number;
  overflow: "fail" | "truncate";
  ca?: string;
  acceptInvalidCertificates?: boolean;
};

export type HopAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer; truncated: boolean };

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Encodings that are accepted; the body is returned decoded. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

/** Sends one hop. Node's own errors pass through; the caller turns them into RequestFailedError. */
export async function exchange(rule: ConnectRule, hop: Hop): Promise<HopAnswer> {
  const plain = await connectChecked(rule, hop.target, hop.signal);
  const socket = hop.target.scheme === "https" ? await secure(plain, hop) : plain;
  try {
    const response = await send(socket, hop);
    const { body, truncated } = await readBody(response, hop);
    return { status: response.statusCode ?? 0, headers: response.headers, body, truncated };
  } finally {
    socket.destroy();
  }
}

function secure(socket: Socket, hop: Hop): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const tls = startTls({
    socket,
    // RFC 6066: the server name extension carries no addresses.
    ...(hop.target.ip === undefined ? { servername: hop.target.host } : { host: hop.target.host }),
    ALPNProtocols: ["http/1.1"],
    ca: hop.ca,
    rejectUnauthorized: hop.acceptInvalidCertificates !== true,
  });
  // Errors of the underlying socket are reported by the TLS connection too; unhandled, they would end the process.
  socket.on("error", () => {});
  const stop = (): void => void tls.destroy(new Error("stopped"));
  hop.signal.addEventListener("abort", stop, { once: true });
  tls.once("error", (error) => {
    socket.destroy();
    reject(error);
  });
  tls.once("secureConnect", () => {
    hop.signal.removeEventListener("abort", stop);
    resolve(tls);
  });
  if (hop.signal.aborted) stop();
  return promise;
}

function send(socket: Socket, hop: Hop): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request({
    method: hop.method,
    path: `${hop.url.pathname}${hop.url.search}`,
    headers: {
      host: hop.url.host,
      ...hop.headers,
      // Without a length, Node does not frame the body of a DELETE, so the receiver could not tell where it ends.
      ...(hop.body !== undefined && { "content-length": String(Buffer.byteLength(hop.body)) }),
    },
    createConnection: () => socket,
    signal: hop.signal,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  outgoing.once("response", resolve);
  outgoing.on("error", reject);
  outgoing.end(hop.body);
  return promise;
}

async function readBody(response: IncomingMessage, hop: Hop): Promise<{ body: Buffer; truncated: boolean }> {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const decoder = hop.method === "HEAD" ? undefined : DECODERS[encoding]?.();
  const stream: Readable = decoder === undefined ? response : response.pipe(decoder);
  let received = 0;
  if (decoder !== undefined) {
    response.once("error", (error) => decoder.destroy(error));
    response.on("data", (chunk: Buffer) => {
      received += chunk.length;
    });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const room = hop.maxBytes - size;
      size += chunk.length;
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length <= room) continue;
      if (hop.overflow === "truncate") return { body: Buffer.concat(chunks), truncated: true };
      const message = `${formatTarget(hop.target)} sent more than ${hop.maxBytes} bytes`;
      throw new RequestFailedError({ kind: "too_large", message, host: hop.target.host, port: hop.target.port });
    }
  } catch (error) {
    // Servers leave the encoding in answers without a body, such as 204 and redirects, and decoders reject an empty input.
    const isEmpty = decoder !== undefined && received === 0 && response.complete;
    if (!isEmpty || (error as { code?: string }).code !== "Z_BUF_ERROR") throw error;
  }
  return { body: Buffer.concat(chunks), truncated: false };
}
