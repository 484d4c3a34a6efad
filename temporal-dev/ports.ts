// Free ports of the loopback interface.
import { randomBytes, randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

const host = "127.0.0.1";
const neighbours = 20;
/** Ports below are other services' by custom, and 10080 is one that browsers refuse to open. */
const lowest = 10_100;
/** Where systems other than Linux begin, or Linux where it does not tell. */
const usualFirst = 32_768;
/** Looked for that often before the system is asked for any. */
const looks = 50;
/** Ports given away by this process: what takes them may not listen yet. */
const given = new Set<number>();

/** Whether something can listen on the port of the loopback interface right now. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOn(port)) !== undefined;
}

/**
 * A port to listen on: the preferred one, else one of the 20 after it, else any.
 *
 * A port is given once per process. Another process may still take it before it is used: the listener must
 * cope with that. So that this hardly happens, any port means one below those that the system gives to outgoing connections:
 * what is to listen needs seconds to start, and in that time a busy machine opens thousands of them.
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

/** Takes back a port from takePort once nothing listens on it any more. */
export function releasePort(port: number): void {
  given.delete(port);
}

/**
 * An address of loopback that pages cannot guess, where the system has more than one (Linux: all of 127.0.0.0/8), else the
 * usual one. Other users of the machine can still find it.
 */
export async function hiddenAddress(): Promise<string> {
  const [a, b, c] = randomBytes(3);
  const address = `127.${a}.${b}.${(c! % 254) + 1}`;
  return (await listenOn(0, address)) === undefined ? host : address;
}

/** The first of the ports that the system gives to outgoing connections. */
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

/** Listens for a moment; the port it was, or undefined when it is taken. */
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

/** The ports of one stack, with a line of `log` for each that had to be replaced. */
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
