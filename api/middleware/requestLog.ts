// Writes a log line and metrics for each request. Paths are logged without their query (signatures) and without names; headers and bodies
// never are.
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
      // 499: the client disconnected before the response was complete.
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
 * Returns the route's pattern, so that metrics have one series per route rather than one per run. Built from the end of the path, because
 * after an error the router has already reset where it was mounted.
 */
export function routeOf(req: Request, path: string): string {
  const route: unknown = req.route;
  if (typeof route !== "object" || route === null || !("path" in route)) return "unmatched";
  const pattern = String(route.path).split("/").filter(Boolean);
  const segments = path.split("/").filter(Boolean);
  return `/${[...segments.slice(0, segments.length - pattern.length), ...pattern].join("/")}`;
}

/** Ids: a short prefix followed by a ULID or a hash. Numbers and the service's own words are not names either. */
const ID = /^(?:[a-z]{2,5}_[0-9a-z_:-]{16,}|[0-9a-f]{16,}|\d+)$/i;
/** Names chosen by people: they must not remain in the log after they have been deleted. */
const isName = (parameter: string | undefined): boolean => parameter?.startsWith(":") === true;

/** Returns the path of a request as it is logged. */
export const pathForLog = (req: Request): string => {
  const path = (req.originalUrl ?? req.path).split("?")[0] ?? "";
  return loggedPath(routeOf(req, path), path);
};

/**
 * Returns the path for the log: ids unchanged, names as the route calls them (`/api/app/projects/:slug/settings`). For paths without a
 * route, such as a page of the dashboard, only the beginning.
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
