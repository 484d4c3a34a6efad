// A TCP relay that can fall silent: it goes on taking connections and passes nothing on, as a hanging server does.
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

export type Relay = {
  port: number;
  /** Passes nothing on from now on, in either direction. */
  silence(): void;
  /** Passes on again, what was held back first. */
  speak(): void;
  close(): Promise<void>;
};

/** Relays a port of loopback, any unless told, to a server. */
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
