// A wire between a process of the service and a server it uses, on which a test holds back selected messages: a fault can then hit exactly
// between two writes, without relying on timing.
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export type Held = {
  /** Resolves when the first message is held back. */
  reached: Promise<void>;
  /** Lets everything through again. */
  release(): void;
};
export type Wire = {
  /** host:port, used instead of the server's own address. */
  address: string;
  /**
   * Holds back each matching message to the server and everything after it on its connection. With `answer`, the message arrives and the
   * server's response is held back: the write has taken effect, but the process does not know.
   */
  hold(matches: (message: Buffer) => boolean, what?: "message" | "answer"): Held;
  close(): Promise<void>;
};

type Hold = { matches(message: Buffer): boolean; what: "message" | "answer"; reached(): void; released: Promise<void> };

/** `mongo`: messages are split by their length field. `chunks`: everything that arrives together counts as one message. */
export async function startWire(target: NetConnectOpts, kind: "mongo" | "chunks"): Promise<Wire> {
  const holds = new Set<Hold>();
  const sockets = new Set<Socket>();

  const serve = (client: Socket) => {
    const server = connect(target);
    let answers: Promise<void> = Promise.resolve();
    const forward = async (message: Buffer) => {
      for (const hold of holds) {
        if (!hold.matches(message)) continue;
        hold.reached();
        if (hold.what === "message") await hold.released;
        else answers = hold.released;
      }
      server.write(message);
    };
    let queue: Promise<void> = Promise.resolve();
    let rest: Buffer = Buffer.alloc(0);
    client.on("data", (bytes) => {
      if (kind === "chunks") {
        queue = queue.then(() => forward(bytes as Buffer));
        return;
      }
      rest = Buffer.concat([rest, bytes as Buffer]);
      while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        queue = queue.then(() => forward(message));
      }
    });
    server.on("data", (bytes) => void answers.then(() => client.write(bytes)));
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      // Broken connections are part of the test; the other half is closed too.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  };

  const listener = createServer(serve);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  return {
    address: typeof address === "object" && address ? `127.0.0.1:${address.port}` : "",
    hold(matches, what = "message") {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const hold: Hold = { matches, what, reached: reached.resolve, released: released.promise };
      holds.add(hold);
      return {
        reached: reached.promise,
        release() {
          holds.delete(hold);
          released.resolve();
        },
      };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}

/** Commands of the service's activities, identified by what only they write. */
export const WRITES = {
  plan: (m: Buffer) => m.includes("insert\0") && m.includes("baselineKey"),
  scenarios: (m: Buffer) => m.includes("insert\0") && m.includes("scenarioId\0") && m.includes("featureName\0"),
  comparison: (m: Buffer) => m.includes("update\0") && m.includes("shifts") && m.includes("changedPixels"),
  promotion: (m: Buffer) => m.includes("insert\0") && m.includes("baselineVersions"),
  end: (m: Buffer) => m.includes("update\0") && m.includes("finishedAt"),
  /** The write that takes over the run; for a small run, the one that takes effect. */
  endOfSmallRun: (m: Buffer) => WRITES.end(m) && m.includes("\x0aexecutionId\0"),
} as const;
