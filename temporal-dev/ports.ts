// Free ports of the loopback interface.
import { createServer } from "node:net";

const host = "127.0.0.1";
const neighbours = 20;
/** Ports given away by this process: what takes them may not listen yet. */
const given = new Set<number>();

/** Whether something can listen on the port of the loopback interface right now. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOn(port)) !== undefined;
}

/**
 * A port to listen on: the preferred one, else one of the 20 after it, else any.
 *
 * A port is given once per process. Another process may still take it before it is used: whoever listens on it must
 * cope with that.
 *
 * @param preferred 0 for any
 */
export async function takePort(preferred: number): Promise<number> {
  const candidates = preferred === 0 ? [] : Array.from({ length: neighbours + 1 }, (_, i) => preferred + i);
  for (const port of candidates) {
    if (port <= 65_535 && !given.has(port) && (await isFree(port))) return give(port);
  }
  for (;;) {
    const port = await listenOn(0);
    if (port !== undefined && !given.has(port)) return give(port);
  }
}

/** Takes back a port from takePort once nothing listens on it any more. */
export function releasePort(port: number): void {
  given.delete(port);
}

function give(port: number): number {
  given.add(port);
  return port;
}

/** Listens for a moment; the port it was, or undefined when it is taken. */
function listenOn(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const taken = typeof address === "object" && address ? address.port : undefined;
      server.close(() => resolve(taken));
    });
  });
}
