// One log line and the metrics of each request. Paths without their query (signatures) and without names, never headers or bodies.
import type { Request, RequestHandler } from "express";
import { callerId } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { metrics } from "../lib/metrics.ts";
import { callerOf } from "./caller.ts";
import { requestIdOf } from "./requestId.ts";

export function requestLog(ctx: OperationContext): RequestHandler {
  return (req, res, next) => {
    const path = req.path;
    const from = process.hrtime.bigint();
    res.on("close", () => {
      const ms = Number(process.hrtime.bigint() - from) / 1e6;
      const route = routeOf(req, path);
      // 499: the caller hung up before the answer was whole.
      const status = res.writableFinished ? res.statusCode : 499;
      metrics.httpRequests.inc({ method: req.method, route, status });
      metrics.httpSeconds.observe({ method: req.method, route }, ms / 1_000);
      const caller = callerOf(res);
      ctx.log(status >= 500 ? "warn" : "info", "request", {
        requestId: requestIdOf(res),
        method: req.method,
        path: loggedPath(route, path),
        status,
        ms: Math.round(ms * 10) / 10,
        ...(caller ? { caller: callerId(caller) } : {}),
      });
    });
    next();
  };
}

/**
 * The route's pattern, so that metrics have one series a route and not one a run. Put together from the end of the path:
 * after an error the router has already taken back where it was mounted.
 */
export function routeOf(req: Request, path: string): string {
  const route: unknown = req.route;
  if (typeof route !== "object" || route === null || !("path" in route)) return "unmatched";
  const pattern = String(route.path).split("/").filter(Boolean);
  const segments = path.split("/").filter(Boolean);
  return `/${[...segments.slice(0, segments.length - pattern.length), ...pattern].join("/")}`;
}

/** Of ids: a short word, and a ULID or a hash behind it. Numbers and the service's own words are no names either. */
const ID = /^(?:[a-z]{2,5}_[0-9a-z_:-]{16,}|[0-9a-f]{16,}|\d+)$/i;
/** What people called something: it must not stay in the log when it is deleted. */
const isName = (parameter: string | undefined): boolean => parameter?.startsWith(":") === true;

/** The path of a request, as the log has it. */
export const pathForLog = (req: Request): string => {
  const path = (req.originalUrl ?? req.path).split("?")[0] ?? "";
  return loggedPath(routeOf(req, path), path);
};

/**
 * The path as the log has it: ids as they are, names as the route calls them (`/api/app/projects/:slug/settings`). Of what no route knows, such
 * as a page of the dashboard, its beginning.
 */
export function loggedPath(route: string, path: string): string {
  const segments = path.split("/").filter(Boolean);
  if (route === "unmatched") return segments.length > 1 ? `/${segments[0]}/…` : path;
  const pattern = route.split("/").filter(Boolean);
  return `/${segments
    .slice(0, Math.max(pattern.length, 1))
    .map((segment, at) => (isName(pattern[at]) && !ID.test(segment) ? pattern[at] : segment))
    .join("/")}`;
}
