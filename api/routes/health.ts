// Is the process alive, and is everything there that it needs?
import { Router } from "express";
import type { OperationContext } from "../lib/context.ts";
import { type Readiness, readiness } from "../operations/readiness.ts";

/** Probes that arrive together, or within this time, share one answer: the endpoint is open to anyone. */
const SHARED_MS = 1_000;

export function healthRoutes(ctx: OperationContext, version: string | undefined): Router {
  const router = Router();
  let shared: { from: number; answer: Promise<Readiness> } | null = null;

  // Touches nothing: it answers as long as the process can.
  router.get("/health", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ status: "ok", service: "plumbline", ...(version ? { version } : {}) });
  });

  router.get("/ready", async (_req, res) => {
    const now = ctx.now().getTime();
    if (!shared || now - shared.from >= SHARED_MS) shared = { from: now, answer: readiness(ctx) };
    const answer = await shared.answer;
    if (!answer.ready) res.status(503).set("Retry-After", "5");
    res.set("Cache-Control", "no-store").json(answer);
  });

  return router;
}
