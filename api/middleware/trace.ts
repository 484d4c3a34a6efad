// Creates a span for each API request, within the caller's trace if the request names one. Spans contain the route, but no paths or queries.
import type { Request, RequestHandler } from "express";
import { placeOf } from "../../domain/tracing.ts";
import { beginSpan, inSpan, isTracing } from "../../platform/tracing/spans.ts";
import { KEY_HEADER } from "./authenticate.ts";
import { routeOf } from "./requestLog.ts";
import { SESSION_COOKIE } from "./session.ts";

/** Probes arrive every few seconds and are not informative; neither are requests for the dashboard's files. */
const TRACED = /^\/(?:api|mcp)(?:\/|$)(?!health$|ready$)/;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Returns the caller's trace only if it sends credentials: anonymous callers must not be able to fill the service's traces or hide from
 * them, so their requests start a new trace.
 */
function parentOf({ headers }: Request) {
  const cookies = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  const isKnown = KEY_HEADER in headers || "authorization" in headers;
  return isKnown || cookies.some((pair) => pair.startsWith(`${SESSION_COOKIE}=`)) ? placeOf(headers.traceparent) : null;
}

export const trace: RequestHandler = (req, res, next) => {
  if (!isTracing() || !TRACED.test(req.path)) return next();
  const path = req.path;
  const method = METHODS.has(req.method) ? req.method : "_OTHER";
  const span = beginSpan({
    name: method,
    kind: "server",
    parent: parentOf(req),
    attributes: { "http.request.method": method, "url.scheme": req.protocol },
  });
  if (!span) return next();
  res.on("close", () => {
    const route = routeOf(req, path);
    const status = res.writableFinished ? res.statusCode : 499;
    span.rename(`${method} ${route}`);
    span.set({ "http.route": route, "http.response.status_code": status });
    if (status >= 500) span.fail(String(status));
    span.end();
  });
  inSpan(span, next);
};
