// A load balancer like an operator's: each request goes to the next API, or to another one if the first accepts no connection.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type FrontDoor = {
  url: string;
  /** Sets the addresses of the APIs that receive requests from now on. */
  serve(urls: readonly string[]): void;
  /** Number of responses by status; 502 means that no API accepted the request. */
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
    // Every request of this service may be sent twice, because starts carry an idempotency key and uploads a name.
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
