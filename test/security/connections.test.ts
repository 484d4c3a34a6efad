// Idle connections: each kind is closed in time, and long-running work is left alone.
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect } from "chai";
import {
  API_CONNECTIONS,
  type ConnectionLimits,
  createBoundedServer,
  METRICS_CONNECTIONS,
} from "../../platform/boundedServer.ts";
import { serveMetrics } from "../../platform/metricsServer.ts";
import { eventually } from "../support/eventually.ts";
import { TIMEOUT_FACTOR } from "../support/timeoutFactor.ts";

const SHORT: ConnectionLimits = {
  headersMs: 200,
  requestMs: 400,
  idleMs: 200,
  stuckMs: 300,
  checkMs: 50,
  connections: 50,
  perAddress: 10,
};
/** Long after every limit, and long before the test's own timeout. */
const WITHIN_MS = 10_000 * TIMEOUT_FACTOR;

async function listening(server: Server): Promise<number> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

type Held = { socket: Socket; closed: Promise<void>; received: () => string };
async function open(port: number): Promise<Held> {
  const socket = connect({ host: "127.0.0.1", port });
  let received = "";
  socket.on("data", (bytes) => (received += bytes.subarray(0, 200)));
  // A closed connection may end with an error, which is expected here.
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`still open; received ${JSON.stringify(received)}`)), WITHIN_MS);
    socket.once("close", () => {
      clearTimeout(late);
      resolve();
    });
  });
  closed.catch(() => undefined);
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return { socket, closed, received: () => received };
}

/** Sends the text one byte at a time, faster than any single idle timeout. */
function dribble({ socket }: Held, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) clearInterval(timer);
    else socket.write(text[at++] as string);
  }, 20);
}

describe("connections that are held open", () => {
  let server: Server;
  let port: number;
  let aborted = 0;
  let carriedOut = 0;
  before(async () => {
    server = createBoundedServer(SHORT, (req, res) => {
      req.on("error", () => undefined);
      req.once("close", () => (aborted += req.complete ? 0 : 1));
      if (req.url === "/slow") setTimeout(() => res.end("at last"), 3 * SHORT.stuckMs);
      else if (req.url === "/large") res.end(Buffer.alloc(64_000_000));
      else
        req.resume().once("end", () => {
          carriedOut += 1;
          res.end("ok");
        });
    });
    port = await listening(server);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it("without a byte are closed", async () => (await open(port)).closed);

  it("with headers that come byte by byte are closed", async () => {
    const held = await open(port);
    dribble(held, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(5_000)}`);
    await held.closed;
    expect(held.received()).to.match(/^(HTTP\/1\.1 408|$)/);
  });

  it("with a body that comes byte by byte are closed, and the request is given up", async () => {
    const before = aborted;
    const held = await open(port);
    held.socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    dribble(held, "x".repeat(5_000));
    await held.closed;
    await eventually("the request given up", async () => aborted === before + 1);
  });

  it("with a body that comes late are closed, and its rest is not carried out", async () => {
    const before = carriedOut;
    const held = await open(port);
    held.socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345");
    held.socket.once("data", () => held.socket.write("67890"));
    await held.closed;
    expect(held.received()).to.match(/^(HTTP\/1\.1 408|$)/);
    expect(carriedOut).to.equal(before);
  });

  it("with chunks that never end are closed", async () => {
    const held = await open(port);
    held.socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    dribble(held, "1\r\nx\r\n".repeat(1_000));
    await held.closed;
  });

  it("after an answer are closed", async () => {
    const held = await open(port);
    held.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await held.closed;
    expect(held.received()).to.match(/^HTTP\/1\.1 200 .*ok$/s);
  });

  it("by somebody who does not read the answer are closed", async () => {
    const held = await open(port);
    const gone = new Promise<void>((resolve) =>
      server.once("request", (req) => req.socket.once("close", () => resolve())),
    );
    held.socket.pause();
    held.socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    await gone;
    held.socket.destroy();
  });

  it("stay while the answer is being made, however long that takes", async () => {
    const held = await open(port);
    held.socket.write("GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await held.closed;
    expect(held.received()).to.match(/at last$/);
  });

  it("are as many as one address may have, and give their places back", async () => {
    const roomy = createBoundedServer({ ...SHORT, headersMs: 60_000, requestMs: 60_000 }, (_req, res) => res.end("ok"));
    const at = await listening(roomy);
    try {
      const held = await Promise.all(Array.from({ length: SHORT.perAddress }, () => open(at)));
      await (await open(at)).closed;
      expect(held.every(({ socket }) => !socket.destroyed)).to.equal(true);
      const [first] = held as [Held];
      first.socket.destroy();
      await first.closed;
      await eventually("the server notices the close", () =>
        fetch(`http://127.0.0.1:${at}/`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
    } finally {
      roomy.closeAllConnections();
      roomy.close();
    }
  });

  it("to the metrics' own port are closed too, while metrics are read", async () => {
    const log = () => undefined;
    const metrics = serveMetrics({ host: "127.0.0.1", port: 0 }, async () => "", log, SHORT);
    expect(metrics, "port 0 serves nothing").to.equal(null);
    const probe = createBoundedServer(SHORT, () => undefined);
    const free = await listening(probe);
    await new Promise((resolve) => probe.close(resolve));
    const served = serveMetrics({ host: "127.0.0.1", port: free }, async () => "plumbline 1\n", log, SHORT);
    try {
      const held = await open(free);
      expect(await (await fetch(`http://127.0.0.1:${free}/metrics`)).text()).to.equal("plumbline 1\n");
      await held.closed;
    } finally {
      served?.closeAllConnections();
      served?.close();
    }
  });
});

describe("a server with time", () => {
  const LONG_MS = 120_000;
  const patient = { headersMs: LONG_MS, requestMs: LONG_MS, stuckMs: LONG_MS, idleMs: LONG_MS };
  const LARGE = 20_000_000;

  it("refuses an address that is too long, and the refusal arrives", async () => {
    const server = createBoundedServer({ ...SHORT, ...patient }, (_, res) => res.end("ok"));
    const port = await listening(server);
    const errors: Error[] = [];
    // Most of it is still on its way when the server refuses it.
    const held = await Promise.all(Array.from({ length: 5 }, () => open(port)));
    for (const { socket } of held) {
      socket.on("error", (error) => errors.push(error));
      socket.write(`GET /${"a".repeat(150_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    }
    await Promise.all(held.map(({ closed }) => closed));
    expect(errors).to.deep.equal([]);
    for (const { received } of held) expect(received()).to.match(/^HTTP\/1\.1 431 /);
    server.close();
  });

  it("ends with its answers when it closes: whole ones, and no connection is kept after them", async () => {
    const answer = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const server = createBoundedServer({ ...SHORT, ...patient }, async (req, res) => {
      if (req.url === "/large") return res.end(Buffer.alloc(LARGE));
      asked.resolve();
      await answer.promise;
      res.end("ok");
    });
    const port = await listening(server);
    // It is not read before the other answer has ended.
    const large = await fetch(`http://127.0.0.1:${port}/large`);
    const held = await open(port);
    held.socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await asked.promise;
    const closed = new Promise((resolve) => server.close(resolve));
    answer.resolve();
    await held.closed;
    expect(held.received()).to.match(/^HTTP\/1\.1 200.*ok/s);
    expect((await large.arrayBuffer()).byteLength).to.equal(LARGE);
    await closed;
  });
});

describe("the limits of connections", () => {
  it("are finite, and shorter for headers than for whole requests", () => {
    for (const limits of [API_CONNECTIONS, METRICS_CONNECTIONS]) {
      for (const [name, value] of Object.entries(limits)) expect(value, name).to.be.within(1, 65_000);
      expect(limits.headersMs).to.be.at.most(limits.requestMs);
      expect(limits.perAddress).to.be.below(limits.connections);
    }
  });
});
