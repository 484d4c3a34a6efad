// Baselines: what they are, who promoted them, and going back.
import { Router } from "express";
import type { OperationContext } from "../lib/context.ts";
import { baselinesQuery, rollbackBody, rollbackRunBody } from "../lib/schemas.ts";
import { bodyOf, numbersIn, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { requireChange } from "../operations/keys/planGate.ts";
import { listBaselines } from "../operations/visual/listBaselines.ts";
import { rollbackBaseline } from "../operations/visual/rollbackBaseline.ts";
import { rollbackRun } from "../operations/visual/rollbackRun.ts";

export function baselineRoutes(ctx: OperationContext, auth: Authentication, limits: RateLimits): Router {
  const router = Router();

  router.get("/", auth.either, limits.ci, async (req, res) => {
    const query = await validated(baselinesQuery, numbersIn(req.query, ["limit"]));
    res.json(await listBaselines(ctx, requiredCaller(res), query));
  });

  router.post("/rollback", auth.either, limits.ci, async (req, res) => {
    const caller = requiredCaller(res);
    await requireChange(ctx, caller, "Going back to an older baseline");
    const body = await validated(rollbackBody, bodyOf(req));
    res.json({ success: true, ...(await rollbackBaseline(ctx, caller, body)) });
  });

  router.post("/rollback-run", auth.either, limits.ci, async (req, res) => {
    const caller = requiredCaller(res);
    await requireChange(ctx, caller, "Taking back what a run promoted");
    const { runId } = await validated(rollbackRunBody, bodyOf(req));
    res.json({ success: true, ...(await rollbackRun(ctx, caller, runId)) });
  });

  return router;
}
