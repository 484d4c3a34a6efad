import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { targetOfHost } from "../../domain/net/targets.ts";
import type { ConnectRule } from "./connect.ts";
import type { HostFailure } from "./failures.ts";
import { forward, MAX_HEADER_BYTES } from "./forward.ts";
import { ProxyContext, type ProxyEvents } from "./proxyContext.ts";
import { type Resolve, rememberingResolve } from "./resolve.ts";
import { tunnel, upgrade } from "./tunnel.ts";

export type FilterProxyOptions = ProxyEvents & {
  allowList: ConnectRule["allowList"];
  /** Called once per connection; by default the system's resolver with a short cache. */
  resolve?: Resolve;
  /** Milliseconds for lookup and TCP handshake together; 10,000 by default. */
  connectTimeoutMs?: number;
  /** Maximum number of bytes per response or tunnel; no limit by default. */
  maxResponseBytes?: number;
  /** Addresses of this machine; by default those of the operating system. */
  ofHost?: () => ReadonlySet<string>;
};

export type FilterProxy = {
  /** `http://127.0.0.1:<port>`, the value of a browser's `proxy.server`. */
  url: string;
  port: number;
  /**
   * Returns why the last connection to this host failed or was refused, or undefined once one has succeeded again. Needed for https, where
   * Chromium only reports ERR_TUNNEL_CONNECTION_FAILED. `host` is as in URL.hostname.
   */
  failureFor(host: string, port: number): HostFailure | undefined;
  /** Closes every connection of both sides and stops listening. */
  close(): Promise<void>;
};

/** More than common load balancers take to answer a handshake, less than the time limit of a capture. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Starts an HTTP proxy on loopback that lets a browser reach only public addresses and the operator's allow list. Each connection resolves
 * its name once and goes to a checked address. Responses of the proxy itself:
 *
 * | status | header | meaning |
 * |---|---|---|
 * | 403 | `x-plumbline-refused: <RefusalReason>` | the address (or the scheme) may not be visited |
 * | 400 | `x-plumbline-refused: malformed` | not a proxy request, or a URL that cannot be parsed |
 * | 502 | `x-plumbline-error: <FailureKind>` | permitted, but failed: dns, refused, timeout, reset, unreachable, protocol, too_large |
 *
 * The same headers from a web server are dropped. For https and WebSockets they answer the CONNECT, which a page never sees.
 */
export async function startFilterProxy(options: FilterProxyOptions): Promise<FilterProxy> {
  const { allowList, resolve = rememberingResolve(), connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const most = options.maxResponseBytes ?? Number.POSITIVE_INFINITY;
  const context = new ProxyContext({ allowList, resolve, connectTimeoutMs, ofHost: options.ofHost }, options, most);
  const clients = new Set<Socket>();

  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // The browser ends its connections: a limit here would only close those that it opened in advance or means to reuse.
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
    shouldUpgradeCallback: (incoming) => incoming.headers.upgrade?.toLowerCase() === "websocket",
  });
  server.on("request", (incoming, answer) => forward(context, incoming, answer));
  server.on("connect", (incoming, client: Socket, head) => void tunnel(context, incoming, client, head));
  server.on("upgrade", (incoming, client: Socket, head) => upgrade(context, incoming, client, head));
  server.on("clientError", (_error, client) => client.destroy());
  server.on("connection", (client: Socket) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
  });

  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => ready());
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    failureFor: (host, at) => context.failures.find(targetOfHost(host, at)),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        context.close();
        for (const client of clients) client.destroy();
      }),
  };
}
