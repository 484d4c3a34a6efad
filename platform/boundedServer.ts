// An HTTP server with limits for half-sent requests, idle connections, responses that are never read, and the number of connections per
// caller.
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
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

const TOO_LATE = "ERR_HTTP_REQUEST_TIMEOUT";
/** What Node refuses before a request is complete, by its code; anything else is no HTTP. */
const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  [TOO_LATE]: "408 Request Timeout",
};
/** Time in ms for the rest of a refused request to arrive. Closing before that would reset the connection, and lose the refusal. */
const LINGER_MS = 1_000;

function refuse({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
  const refusal = `HTTP/1.1 ${UNREADABLE[code] ?? "400 Bad Request"}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
  // A request that is only late can still be read: its rest must not be carried out after the refusal.
  if (code === TOO_LATE) {
    socket.write(refusal);
    return void socket.destroy();
  }
  socket.end(refusal);
  socket.resume();
  const late = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(late));
}

/** Like `http.createServer`, within the limits. */
export function createBoundedServer(limits: ConnectionLimits, handle: RequestListener): Server {
  /** Answers that are being prepared or sent, by connection. */
  const answering = new WeakMap<Duplex, Set<ServerResponse>>();
  const answersOf = (socket: Duplex): readonly ServerResponse[] => [...(answering.get(socket) ?? [])];
  /** Number of bytes that were read from a connection when its last answer ended. */
  const readUntil = new WeakMap<Socket, number>();
  const isIdle = (socket: Socket): boolean =>
    answersOf(socket).length === 0 && readUntil.get(socket) === socket.bytesRead;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (req, res) => {
      const { socket } = req;
      const answers = answering.get(socket) ?? new Set();
      answering.set(socket, answers.add(res));
      res.once("close", () => {
        answers.delete(res);
        readUntil.set(socket, socket.bytesRead);
        // A connection that is kept would keep a server alive that is closing.
        if (!server.listening) setImmediate(() => isIdle(socket) && socket.destroySoon());
      });
      handle(req, res);
    },
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.stuckMs;
  // With a listener, closing is up to us: a connection waiting for its response is quiet, but not stuck.
  server.on("timeout", (socket) => {
    if (answersOf(socket).length === 0 || socket.writableLength > 0) socket.destroy();
  });

  server.on("clientError", (error, socket) => {
    // Each further part of a refused request is refused again.
    if (socket.writableEnded) return;
    if (answersOf(socket).some(({ headersSent }) => headersSent)) socket.destroy();
    else refuse(error, socket);
  });

  const sockets = new Set<Socket>();
  // Node's own, which `close` calls too, also closes a connection whose answer is complete but still being sent.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (isIdle(socket)) socket.destroy();
  };
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    const address = socket.remoteAddress ?? "";
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once("close", () => {
      sockets.delete(socket);
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > limits.perAddress) socket.destroy();
  });
  return server;
}
