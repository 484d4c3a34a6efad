// Serves a process's Prometheus metrics on a separate port.
import type { Server } from "node:http";
import { messageOf } from "../domain/errors.ts";
import { type ConnectionLimits, createBoundedServer, METRICS_CONNECTIONS } from "./boundedServer.ts";
import type { Log } from "./log.ts";

/**
 * `read` returns the text of /metrics for each request; port 0 serves nothing. An unavailable port is logged as a warning, and the process
 * continues without it.
 */
export function serveMetrics(
  at: { host: string; port: number },
  read: () => Promise<string>,
  log: Log,
  limits: ConnectionLimits = METRICS_CONNECTIONS,
): Pick<Server, "close" | "closeAllConnections"> | null {
  if (at.port === 0) return null;
  const server = createBoundedServer(limits, (request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text),
      (error) => response.writeHead(500).end(messageOf(error)),
    );
  });
  server.on("error", (error) => log("warn", "metrics are not served", { ...at, reason: messageOf(error) }));
  server.listen(at.port, at.host);
  return server;
}
