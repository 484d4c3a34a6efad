// Plain HTTP through the proxy: a request in absolute form is sent to its target, and the response is streamed back.
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { formatTarget, type Target, targetOfAuthority } from "../../domain/net/targets.ts";
import { byteLimit } from "./byteLimit.ts";
import type { Denial, ProxyContext } from "./proxyContext.ts";
import { requestHeaders, responseHeaders } from "./proxyHeaders.ts";

/** Chromium accepts 256 KiB of headers; Node's default of 16 KiB fails for pages with large cookies or policies. */
export const MAX_HEADER_BYTES = 256 * 1024;

const WITHOUT_BODY = new Set(["GET", "HEAD", "OPTIONS"]);

/** Node's codes for a kept connection that the server closed just as it was reused. */
const STALE = new Set(["ECONNRESET", "EPIPE"]);

export type AbsoluteRequest = { target: Target; path: string };

/** Splits the URL in the request line without rewriting its path. Throws AddressRefusedError unless it is http or ws. */
export function readAbsolute(url: string): AbsoluteRequest {
  const [, scheme = "", authority = "", path = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  const target = targetOfAuthority(authority, 80);
  if (scheme === "" || target === undefined) throw new AddressRefusedError({ host: url, reason: "malformed" });
  if (!/^(http|ws)$/i.test(scheme)) throw new AddressRefusedError({ ...target, reason: "scheme" });
  return { target, path: path.startsWith("/") ? path : `/${path}` };
}

/** Handles one request of the browser. Every outcome is a response or a closed connection. */
export function forward(context: ProxyContext, incoming: IncomingMessage, answer: ServerResponse): void {
  const method = incoming.method ?? "GET";
  answer.sendDate = false;
  let absolute: AbsoluteRequest;
  try {
    absolute = readAbsolute(incoming.url ?? "");
  } catch (error) {
    incoming.resume();
    sendDenial(answer, context.deny(method, undefined, error));
    return;
  }
  attempt(context, incoming, answer, { ...absolute, method, fresh: false });
}

type Attempt = AbsoluteRequest & { method: string; fresh: boolean };

function attempt(context: ProxyContext, incoming: IncomingMessage, answer: ServerResponse, plan: Attempt): void {
  const { target, path, method } = plan;
  const { "content-length": length, "transfer-encoding": chunked } = incoming.headers;
  const repeatable = WITHOUT_BODY.has(method) && (length === undefined || length === "0") && chunked === undefined;
  let answered = false;

  const fail = (error: unknown): void => {
    incoming.unpipe();
    incoming.resume();
    // Once the head is sent, closing the connection is the only way to signal that the response is incomplete.
    if (answer.destroyed || answer.headersSent) answer.destroy();
    else sendDenial(answer, context.deny(method, target, error));
  };

  let outgoing: ReturnType<typeof request>;
  try {
    outgoing = request({
      host: target.host,
      port: target.port,
      method,
      path,
      headers: requestHeaders(incoming.rawHeaders, target),
      // A kept connection may turn out to be closed; only a repeatable request may take that risk.
      agent: repeatable && !plan.fresh ? context.pooled : context.single,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  } catch {
    // Node rejects this path or header.
    fail(new AddressRefusedError({ ...target, reason: "malformed" }));
    return;
  }

  const giveUp = (): void => {
    if (!answered) outgoing.destroy();
  };
  answer.once("close", giveUp);

  outgoing.once("response", (response) => {
    answered = true;
    relay(context, target, response, answer, fail);
  });
  outgoing.on("error", (error: NodeJS.ErrnoException) => {
    if (answered || answer.destroyed) return;
    if (repeatable && !plan.fresh && outgoing.reusedSocket && STALE.has(error.code ?? "")) {
      answered = true;
      answer.off("close", giveUp);
      attempt(context, incoming, answer, { ...plan, fresh: true });
    } else fail(error);
  });
  if (repeatable) outgoing.end();
  else incoming.pipe(outgoing);
}

function relay(
  context: ProxyContext,
  target: Target,
  response: IncomingMessage,
  answer: ServerResponse,
  fail: (error: unknown) => void,
): void {
  const most = context.maxResponseBytes;
  const tooLarge = (): RequestFailedError =>
    new RequestFailedError({
      kind: "too_large",
      message: `${formatTarget(target)} sent more than ${most} bytes`,
      ...target,
    });
  if (Number(response.headers["content-length"] ?? 0) > most) {
    response.destroy();
    fail(tooLarge());
    return;
  }
  try {
    answer.writeHead(response.statusCode ?? 502, response.statusMessage ?? "", responseHeaders(response.rawHeaders));
  } catch {
    response.destroy();
    fail(
      new RequestFailedError({ kind: "protocol", message: `${formatTarget(target)} sent an invalid head`, ...target }),
    );
    return;
  }
  if (most === Number.POSITIVE_INFINITY) passOn(response, answer);
  else {
    pipeline(response, byteLimit(most, tooLarge), answer, (error) => {
      if (error instanceof RequestFailedError) context.failures.record(target, error);
    });
  }
  // An event stream first sends only its head; if a body arrived with the head, the head has already been sent.
  setImmediate(() => {
    if (!answer.writableEnded && !answer.destroyed) answer.flushHeaders();
  });
}

/** Does what `stream.pipeline` does, without creating and aborting an AbortController each time, which is a tenth of a request's cost. */
function passOn(response: IncomingMessage, answer: ServerResponse): void {
  response.once("error", () => answer.destroy());
  answer.once("close", () => {
    if (!response.readableEnded) response.destroy();
  });
  response.pipe(answer);
}

function sendDenial(answer: ServerResponse, denial: Denial): void {
  answer.writeHead(denial.status, denial.text, denial.headers);
  answer.end(answer.req.method === "HEAD" ? undefined : denial.body);
}
