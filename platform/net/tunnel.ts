// CONNECT tunnels and WebSocket upgrades: after the check, bytes pass both ways unread.
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { formatTarget, type Target, targetOfAuthority } from "../../domain/net/targets.ts";
import { MAX_HEADER_BYTES, readAbsolute } from "./forward.ts";
import type { ProxyContext } from "./proxyContext.ts";
import { rawHead, requestHeaders, responseHeaders } from "./proxyHeaders.ts";

/** Handles CONNECT host:port, used for https and, in browsers, for every WebSocket. */
export async function tunnel(
  context: ProxyContext,
  incoming: IncomingMessage,
  client: Socket,
  head: Buffer,
): Promise<void> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  client.on("error", () => client.destroy());
  client.once("close", leave);
  const target = targetOfAuthority(incoming.url ?? "");
  try {
    if (target === undefined) throw new AddressRefusedError({ host: incoming.url ?? "", reason: "malformed" });
    const upstream = await context.connect(target, gone.signal);
    client.off("close", leave);
    if (client.destroyed) {
      upstream.destroy();
      return;
    }
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    join(context, target, { client, upstream, head });
  } catch (error) {
    if (client.destroyed) return;
    deny(context, "CONNECT", target, client, error);
  }
}

/** Handles a WebSocket handshake in absolute form, used by clients that do not tunnel. */
export function upgrade(context: ProxyContext, incoming: IncomingMessage, client: Socket, head: Buffer): void {
  client.on("error", () => client.destroy());
  let target: Target | undefined;
  try {
    const absolute = readAbsolute(incoming.url ?? "");
    target = absolute.target;
    const { host, port } = target;
    const outgoing = request({
      host,
      port,
      method: incoming.method,
      path: absolute.path,
      headers: requestHeaders(incoming.rawHeaders, target, "websocket"),
      agent: context.single,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const known = target;
    const leave = (): void => void outgoing.destroy();
    client.once("close", leave);
    outgoing.once("upgrade", (response, upstream, first) => {
      client.off("close", leave);
      const headers = [...responseHeaders(response.rawHeaders), "Connection", "Upgrade", "Upgrade", "websocket"];
      client.write(rawHead(101, "Switching Protocols", headers), "latin1");
      if (first.length > 0) client.write(first);
      join(context, known, { client, upstream: upstream as Socket, head });
    });
    outgoing.once("response", (response) => {
      const headers = [...responseHeaders(response.rawHeaders), "Connection", "close"];
      client.write(rawHead(response.statusCode ?? 502, response.statusMessage ?? "", headers), "latin1");
      response.on("error", () => client.destroy());
      response.pipe(client);
    });
    outgoing.on("error", (error) => {
      if (!client.destroyed) deny(context, "GET", known, client, error);
    });
    outgoing.end();
  } catch (error) {
    deny(context, "GET", target, client, error);
  }
}

function deny(context: ProxyContext, method: string, target: Target | undefined, client: Duplex, error: unknown): void {
  const { status, text, headers, body } = context.deny(method, target, error);
  client.end(rawHead(status, text, [...headers, "Connection", "close"]) + body);
}

type Ends = { client: Socket; upstream: Socket; head: Buffer };

function join(context: ProxyContext, target: Target, { client, upstream, head }: Ends): void {
  upstream.on("error", () => client.destroy());
  client.on("error", () => upstream.destroy());
  // `destroySoon` writes what one side sent last to the other before it closes.
  client.once("close", () => upstream.destroySoon());
  upstream.once("close", () => client.destroySoon());
  const most = context.maxResponseBytes;
  if (most !== Number.POSITIVE_INFINITY) {
    let seen = 0;
    upstream.on("data", (chunk: Buffer) => {
      seen += chunk.length;
      if (seen <= most) return;
      const message = `${formatTarget(target)} sent more than ${most} bytes`;
      context.failures.record(target, new RequestFailedError({ kind: "too_large", message, ...target }));
      upstream.destroy();
      client.destroy();
    });
  }
  if (head.length > 0) upstream.write(head);
  client.pipe(upstream);
  upstream.pipe(client);
}
