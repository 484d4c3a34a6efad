// Shared helpers of this folder's tests.
import { accessSync, constants, existsSync } from "node:fs";
import { request } from "node:http";
import type { Socket } from "node:net";
import { delimiter, join } from "node:path";
import { type AllowList, parseAllowList } from "../../../domain/net/allowList.ts";
import { type FilterProxy, type FilterProxyOptions, startFilterProxy } from "../../../platform/net/filterProxy.ts";
import type { Refusal } from "../../../platform/net/proxyContext.ts";
import type { Resolve } from "../../../platform/net/resolve.ts";

/** Parses an allow list; throws if it is invalid. */
export function allow(text: string): AllowList {
  const parsed = parseAllowList(text);
  if (!parsed.ok) throw new Error(parsed.errors.map(({ entry, message }) => `${entry}: ${message}`).join("; "));
  return parsed.list;
}

/** A resolver that knows only these names, including `*.name`; `asked` lists the resolved names. */
export function names(table: Record<string, string[]>): { resolve: Resolve; asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = async (host) => {
    asked.push(host);
    const found = table[host] ?? table[host.replace(/^[^.]+/, "*")];
    if (found === undefined) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return { resolve, asked };
}

/** Returns the first of these programs on the PATH. */
export function findProgram(...programs: string[]): string | undefined {
  for (const program of programs) {
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, program);
      if (!existsSync(path)) continue;
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not executable for us; the next folder may contain another one.
      }
    }
  }
  return undefined;
}

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** Sends one request in absolute form to a proxy, as a browser does. */
export function throughProxy(
  proxyPort: number,
  url: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: "127.0.0.1", port: proxyPort, method, path: url, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Requests a tunnel from a proxy; `socket` is open only with status 200. */
export function connectThrough(proxyPort: number, authority: string): Promise<Answer & { socket: Socket }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port: proxyPort, method: "CONNECT", path: authority, agent: false });
    outgoing.once("connect", (response, socket, head) => {
      socket.on("error", () => socket.destroy());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: head.toString(), socket });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

/** Collects refusals; `of` waits for the first one of a host. */
export function refusalLog(): { add: (refusal: Refusal) => void; of: (host: string) => Promise<Refusal> } {
  const first = new Map<string, PromiseWithResolvers<Refusal>>();
  const of = (host: string): PromiseWithResolvers<Refusal> => {
    const known = first.get(host) ?? Promise.withResolvers<Refusal>();
    first.set(host, known);
    return known;
  };
  return { add: (refusal) => of(refusal.host).resolve(refusal), of: (host) => of(host).promise };
}

/** Functions in the list are called after each test, the last one first. */
export function closeAfterEach(): (() => Promise<unknown>)[] {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  return closers;
}

/** Starts a filtering proxy that only allows this loopback port, unless `options` say otherwise. */
export async function proxyTo(
  port: number,
  closers: (() => Promise<unknown>)[],
  options: Partial<FilterProxyOptions> = {},
): Promise<FilterProxy> {
  const proxy = await startFilterProxy({ allowList: allow(`127.0.0.1:${port}`), ...options });
  closers.push(() => proxy.close());
  return proxy;
}

/** A script that sends "hello" to a site's WebSocket and returns the response. */
export function helloSocket(url: string): string {
  return `new Promise((done, failed) => {
    const socket = new WebSocket(${JSON.stringify(url)});
    socket.onopen = () => socket.send("hello");
    socket.onmessage = (event) => done(event.data);
    socket.onerror = () => failed(new Error("no socket"));
  })`;
}
