// Signing in and out of the dashboard.
import { Router } from "express";
import { recordAudit } from "../lib/auditLog.ts";
import type { OperationContext } from "../lib/context.ts";
import { signInBody } from "../lib/schemas.ts";
import { bodyOf, validated } from "../lib/validate.ts";
import { callerAddress } from "../middleware/address.ts";
import { type Authentication, csrfTokenOf, userOf } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { endSession, renewSession, SESSION_COOKIE, saveSession } from "../middleware/session.ts";
import { signIn } from "../operations/keys/signIn.ts";

export function authRoutes(ctx: OperationContext, auth: Authentication, limits: RateLimits): Router {
  const router = Router();

  router.use((_req, res, next) => {
    res.set("Cache-Control", "no-store");
    next();
  });

  // No CSRF token yet: the JSON body is what another site cannot send.
  router.post("/sign-in", limits.signIn, auth.open, async (req, res) => {
    const { user, credential } = await signIn(ctx, {
      ...(await validated(signInBody, bodyOf(req))),
      address: callerAddress(req),
    });
    await renewSession(req);
    req.session.userId = user.id;
    req.session.credential = credential;
    const csrfToken = csrfTokenOf(req);
    await saveSession(req);
    res.json({ success: true, user, csrfToken });
  });

  router.post("/sign-out", auth.session, async (req, res) => {
    const caller = requiredCaller(res);
    const { id } = userOf(res);
    await endSession(req);
    res.clearCookie(SESSION_COOKIE, { path: "/", httpOnly: true, sameSite: "lax", secure: req.secure });
    await recordAudit(ctx, caller, "user.sign_out", id);
    res.json({ success: true });
  });

  router.get("/session", auth.session, (req, res) => {
    res.json({ user: userOf(res), csrfToken: csrfTokenOf(req) });
  });

  return router;
}
