// Free ports of the loopback interface.
import { randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

const host = "127.0.0.1";
const neighbours = 20;
/** Lower ports are conventionally used by other services, and 10080 is blocked by browsers. */
const lowest = 10_100;
/** First outgoing port on systems other than Linux, or if Linux does not report it. */
const usualFirst = 32_768;
/** Number of random attempts before asking the system for any port. */
const looks = 50;
/** Ports already assigned by this process, which may not be in use yet. */
const given = new Set<number>();

/** Returns whether something can currently listen on the loopback port. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOn(port)) !== undefined;
}

/**
 * Returns a port to listen on: the preferred one, else one of the 20 after it, else any.
 *
 * A port is returned only once per process. Another process may still take it before it is used, and the listener must
 * handle that. To make that unlikely, "any" means a port below those that the system assigns to outgoing connections:
 * a listener takes seconds to start, and in that time a busy machine opens thousands of connections.
 *
 * @param preferred 0 for any
 */
export async function takePort(preferred: number): Promise<number> {
  const candidates = preferred === 0 ? [] : Array.from({ length: neighbours + 1 }, (_, i) => preferred + i);
  for (const port of candidates) {
    if (port <= 65_535 && !given.has(port) && (await isFree(port))) return give(port);
  }
  const first = firstOutgoing();
  for (let look = 0; look < looks && first > lowest; look += 1) {
    const port = randomInt(lowest, first);
    if (!given.has(port) && (await isFree(port))) return give(port);
  }
  for (;;) {
    const port = await listenOn(0);
    if (port !== undefined && !given.has(port)) return give(port);
  }
}

/** Addresses that stand for every interface, with the one at which this machine reaches what listens there. */
const everywhere: Record<string, string> = { "0.0.0.0": host, "::": "::1" };

/** Returns the URL at which this machine reaches what listens on the host. */
export function addressOf(listening: string, port: number): string {
  const name = everywhere[listening] ?? listening;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Releases a port of `takePort` once nothing listens on it any more. */
export function releasePort(port: number): void {
  given.delete(port);
}

/**
 * Returns a loopback address that pages cannot guess, if the system has more than one (Linux: all of 127.0.0.0/8), else the usual one.
 * Other users of the machine can still find it.
 */
export async function hiddenAddress(): Promise<string> {
  const [a, b, c] = randomBytes(3);
  const address = `127.${a}.${b}.${(c! % 254) + 1}`;
  return (await listenOn(0, address)) === undefined ? host : address;
}

/** Returns the first port that the system assigns to outgoing connections. */
function firstOutgoing(): number {
  try {
    return Number.parseInt(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8"), 10) || usualFirst;
  } catch {
    return usualFirst;
  }
}

function give(port: number): number {
  given.add(port);
  return port;
}

/** Listens briefly and returns the port, or undefined if it is taken. */
function listenOn(port: number, address = host): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once("error", () => resolve(undefined));
    server.listen({ port, host: address, exclusive: true }, () => {
      const found = server.address();
      const taken = typeof found === "object" && found ? found.port : undefined;
      server.close(() => resolve(taken));
    });
  });
}

/** Assigns the ports of one stack and logs each one that had to be replaced. */
export class PortBook {
  #log: (line: string) => void;
  #taken: number[] = [];

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  async take(what: string, preferred: number): Promise<number> {
    const port = await takePort(preferred);
    if (preferred !== 0 && port !== preferred) this.#log(`port ${preferred} is taken: ${what} uses ${port}`);
    this.#taken.push(port);
    return port;
  }

  release(): void {
    for (const port of this.#taken) releasePort(port);
  }
}
