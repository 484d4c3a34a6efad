// A TCP relay that can stall like a hanging server: it still accepts connections but forwards nothing.
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export type Relay = {
  port: number;
  /** Stops forwarding in both directions. */
  silence(): void;
  /** Resumes forwarding, starting with what was held back. */
  speak(): void;
  close(): Promise<void>;
};

/** Relays a loopback port to a server; any free port by default. */
export async function startRelay(to: NetConnectOpts, port = 0): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>();
  let silent = false;
  const apply = ([front, behind]: [Socket, Socket]) => {
    for (const socket of [front, behind])
      if (silent) socket.pause();
      else socket.resume();
  };
  const server = createServer((front) => {
    const behind = connect(to);
    const pair: [Socket, Socket] = [front, behind];
    pairs.add(pair);
    front.on("data", (data) => behind.write(data)).on("error", () => {});
    behind.on("data", (data) => front.write(data)).on("error", () => {});
    front.on("close", () => behind.destroy());
    behind.on("close", () => {
      front.destroy();
      pairs.delete(pair);
    });
    apply(pair);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const set = (value: boolean) => {
    silent = value;
    pairs.forEach(apply);
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => set(true),
    speak: () => set(false),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const [front] of pairs) front.destroy();
      }),
  };
}
