// Serves a process's Prometheus metrics on a port of their own.
import { createServer, type Server } from "node:http";
import { messageOf } from "../domain/errors.ts";

/** `read` gives the text of /metrics at each request. The caller closes the server. */
export function serveMetrics(host: string, port: number, read: () => Promise<string>): Server {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text),
      (error) => response.writeHead(500).end(messageOf(error)),
    );
  });
  server.listen(port, host);
  return server;
}
