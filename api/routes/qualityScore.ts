// The project-wide full audit.
import { Router } from "express";
import type { OperationContext } from "../lib/context.ts";
import { fullAuditBody } from "../lib/schemas.ts";
import { bodyOf, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { fullAuditView, startFullAudit } from "../operations/runs/startFullAudit.ts";
import { idempotencyOf } from "./ci.ts";

export function qualityScoreRoutes(ctx: OperationContext, auth: Authentication, limits: RateLimits): Router {
  const router = Router();
  router.post("/full-audit", auth.session, limits.trigger, async (req, res) => {
    const body = await validated(fullAuditBody, bodyOf(req));
    const idempotency = idempotencyOf(req, "POST /api/quality-score/full-audit");
    res.status(202).json(fullAuditView(await startFullAudit(ctx, requiredCaller(res), body, idempotency)));
  });
  return router;
}
