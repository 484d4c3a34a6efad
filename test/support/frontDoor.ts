// A load balancer as an operator has it: each request goes to the next API, and to another one where the first takes no connection.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FrontDoor = {
  url: string;
  /** The APIs that get requests from now on, by their addresses. */
  serve(urls: readonly string[]): void;
  /** How often each status was answered; 502: no API took the request. */
  answered: Map<number, number>;
  close(): Promise<void>;
};

export async function openFrontDoor(): Promise<FrontDoor> {
  let upstreams: readonly string[] = [];
  let turn = 0;
  const answered = new Map<number, number>();
  const note = (status: number) => answered.set(status, (answered.get(status) ?? 0) + 1);

  const forward = (base: string, req: IncomingMessage, body: Buffer, res: ServerResponse, refused: () => void) => {
    const { method, headers, url = "/" } = req;
    const sent = request(new URL(url, base), { method, headers: { ...headers, connection: "close" } }, (answer) => {
      note(answer.statusCode ?? 0);
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    sent.once("error", () => (res.headersSent ? res.destroy() : refused()));
    sent.end(body);
  };
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    // All of this service's requests may be sent twice: starts bear a key, uploads a name.
    const tried = [...upstreams];
    turn += 1;
    const next = () => {
      const base = tried.splice(turn % Math.max(1, tried.length), 1)[0];
      if (base !== undefined) return forward(base, req, body, res, next);
      note(502);
      res.writeHead(502).end();
    };
    next();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    serve(urls) {
      upstreams = [...urls];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
