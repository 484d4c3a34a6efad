// A loopback web site that counts what reaches it, for the tests of this folder.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";

export type Route = (incoming: IncomingMessage, answer: ServerResponse) => void;

export type Site = {
  port: number;
  url: string;
  /** `METHOD path` of each request, including upgrades, in order of arrival. */
  hits: string[];
  /** Number of TCP connections, including those that never sent a request. */
  connections: () => number;
  close(): Promise<void>;
};

export const CERTIFICATE = readFileSync(new URL("certificate/cert.pem", import.meta.url), "utf8");
const KEY = readFileSync(new URL("certificate/key.pem", import.meta.url), "utf8");

/** Starts a site that serves `routes` by path, 404 otherwise, and echoes the first message of each WebSocket. */
export async function startSite(
  routes: Record<string, Route> = {},
  options: { host?: string; port?: number; secure?: boolean } = {},
): Promise<Site> {
  const hits: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener: RequestListener = (incoming, answer) => {
    hits.push(`${incoming.method} ${incoming.url}`);
    const route = routes[(incoming.url ?? "").replace(/\?.*/, "")];
    if (route !== undefined) route(incoming, answer);
    else answer.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
  };
  const server =
    options.secure === true ? createSecureServer({ key: KEY, cert: CERTIFICATE }, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    hits.push(`UPGRADE ${incoming.url}`);
    echo(incoming, socket, head);
  });
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(options.port ?? 0, host, () => ready());
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${options.secure === true ? "https" : "http"}://${host}:${port}`,
    hits,
    connections: () => connections,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A route that responds with a page. */
export function page(html: string): Route {
  return (_incoming, answer) => {
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  };
}

export function redirectTo(location: string, status = 302): Route {
  return (_incoming, answer) => {
    answer.writeHead(status, { location }).end();
  };
}

/** Returns a port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const site = await startSite();
  await site.close();
  return site.port;
}

/** A minimal RFC 6455 server: completes the handshake, echoes the first short text message, and closes. */
function echo(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const accept = createHash("sha1")
    .update(`${incoming.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest("base64");
  socket.on("error", () => socket.destroy());
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let seen = head;
  const answer = (): void => {
    const length = (seen[1] ?? 0) & 0x7f;
    if (seen.length < 6 + length) return;
    const mask = seen.subarray(2, 6);
    const text = Buffer.from(seen.subarray(6, 6 + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
    socket.end(Buffer.concat([Buffer.from([0x81, text.length]), text, Buffer.from([0x88, 0])]));
  };
  socket.on("data", (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk]);
    answer();
  });
  if (seen.length > 0) answer();
}
