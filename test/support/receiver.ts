// A webhook receiver on loopback with configurable responses.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { path: string; headers: Record<string, string | undefined>; body: string };
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

export async function openReceiver() {
  const received: Received[] = [];
  let answer: (res: ServerResponse, got: Received) => void = (res) => res.writeHead(204).end();
  const server = createServer(async (req: IncomingMessage, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const headers = req.headers as Record<string, string | undefined>;
    const got = { path: req.url ?? "", headers, body: Buffer.concat(chunks).toString() };
    received.push(got);
    answer(res, got);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    received,
    /** Sets the response from now on and clears the received requests. */
    play(next: typeof answer) {
      answer = next;
      received.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
