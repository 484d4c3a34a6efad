// API keys over HTTP, for administrators who are signed in.
import { Router } from "express";
import { requireAdmin } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { emptyBody } from "../lib/schemas.ts";
import { bodyOf, param, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { type CreateKeyInput, createKey } from "../operations/admin/createKey.ts";
import { listKeys } from "../operations/admin/listKeys.ts";
import { revokeKey } from "../operations/admin/revokeKey.ts";

export function keyRoutes(ctx: OperationContext, auth: Authentication, limits: RateLimits): Router {
  const router = Router();

  router.post("/", auth.session, limits.ci, async (req, res) => {
    const caller = requiredCaller(res);
    requireAdmin(caller);
    // The operation checks every field, strictly.
    const { key, record } = await createKey(ctx, caller, bodyOf(req) as CreateKeyInput);
    res.status(201).set("Cache-Control", "no-store").json({ success: true, key, record });
  });

  router.get("/", auth.session, limits.ci, async (_req, res) => {
    const caller = requiredCaller(res);
    requireAdmin(caller);
    const keys = await listKeys(ctx, caller);
    res.json({ keys, count: keys.length });
  });

  router.delete("/:id", auth.session, limits.ci, async (req, res) => {
    const caller = requiredCaller(res);
    requireAdmin(caller);
    await validated(emptyBody, bodyOf(req));
    res.json({ success: true, ...(await revokeKey(ctx, caller, { key: param(req, "id") })) });
  });

  return router;
}
