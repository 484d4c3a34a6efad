// An HTTP server with limits for half-sent requests, idle connections, responses that are never read, and the number of connections per
// caller.
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Times in ms. */
export type ConnectionLimits = {
  /** From the opening of a connection, or the first byte of a further request, to the end of the headers. */
  headersMs: number;
  /** To the end of the body. */
  requestMs: number;
  /** Between a response and the next request. A proxy must close an idle connection first, or it may send a request on one that is closing. */
  idleMs: number;
  /** Without the client taking a byte of a response that is being sent. A response that is still being prepared may take longer. */
  stuckMs: number;
  /** How often `headersMs` and `requestMs` are checked. */
  checkMs: number;
  connections: number;
  /** Per address; Infinity behind a proxy, whose address all callers share. */
  perAddress: number;
};

/** A body has at most 1 MB, and a program that reads metrics sends a few hundred bytes. */
export const API_CONNECTIONS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  // nginx and the load balancers of AWS close theirs after 60 s.
  idleMs: 65_000,
  stuckMs: 60_000,
  checkMs: 1_000,
  connections: 2_000,
  perAddress: 500,
};
export const METRICS_CONNECTIONS: ConnectionLimits = {
  ...API_CONNECTIONS,
  headersMs: 5_000,
  requestMs: 5_000,
  idleMs: 5_000,
  connections: 50,
  perAddress: 20,
};

/** What Node refuses before a request is complete, by its code; anything else is no HTTP. */
const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};
/** Time in ms for the rest of a refused request to arrive. Closing before that would reset the connection, and lose the refusal. */
const LINGER_MS = 1_000;

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Each further part of a refused request is refused again.
  if (socket.writableEnded) return;
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status = UNREADABLE[error.code ?? ""] ?? "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Like `http.createServer`, within the limits. */
export function createBoundedServer(limits: ConnectionLimits, handle: RequestListener): Server {
  const answering = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (req, res) => {
      answering.set(req.socket, res);
      res.once("close", () => {
        answering.delete(req.socket);
        // A connection that is kept would keep a server alive that is closing. It is idle once this event is over.
        if (!server.listening) setImmediate(() => server.closeIdleConnections());
      });
      handle(req, res);
    },
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.stuckMs;
  // With a listener, closing is up to us: a connection waiting for its response is quiet, but not stuck.
  server.on("timeout", (socket) => {
    if (!answering.has(socket) || socket.writableLength > 0) socket.destroy();
  });

  server.on("clientError", (error, socket) => {
    if (answering.get(socket)?.headersSent) socket.destroy();
    else refuse(error, socket);
  });

  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = socket.remoteAddress ?? "";
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > limits.perAddress) socket.destroy();
  });
  return server;
}
