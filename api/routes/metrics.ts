// Prometheus metrics on the API's own port, for those who may read them.
import { isIP } from "node:net";
import { type Request, Router } from "express";
import type { OperationContext } from "../lib/context.ts";
import { readMetrics } from "../lib/metrics.ts";
import { notFound } from "../middleware/errors.ts";

/** A proxy on this machine has a loopback address as well: what it passes on shows one of these, or the public name as host. */
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

/** GET /metrics as SVC_METRICS_ACCESS says; who may not read it is told that there is nothing. */
export function metricsRoutes(ctx: OperationContext): Router {
  const router = Router();
  router.get("/metrics", async (req, res, next) => {
    if (!mayRead(ctx, req)) return notFound(req, res, next);
    const text = await readMetrics(ctx.engine);
    res.set("Cache-Control", "no-store").type("text/plain; version=0.0.4; charset=utf-8").send(text);
  });
  return router;
}

function mayRead(ctx: OperationContext, req: Request): boolean {
  const access = ctx.config.metricsAccess;
  if (access !== "local") return access === "anyone";
  if (ctx.config.trustProxy > 0 || FORWARDED.some((name) => req.headers[name] !== undefined)) return false;
  return isLoopback(req.socket.remoteAddress ?? "") && isLoopback(hostOf(req));
}

/** The host that the caller named, without brackets and port: a page under a name that leads here is not local. */
function hostOf(req: Request): string {
  return URL.parse(`http://${req.headers.host ?? ""}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
}

function isLoopback(host: string): boolean {
  const plain = host.replace(/^::ffff:/, "");
  return plain === "localhost" || plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}
