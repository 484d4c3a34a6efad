// The CI endpoints.
import { type Request, type Response, Router } from "express";
import { ProductError } from "../../domain/errors.ts";
import { requireCiRight, requireRunRight } from "../lib/access.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { ciFullAuditBody, emptyBody, reportQuery, resultsQuery, runBody } from "../lib/schemas.ts";
import { bodyOf, listsIn, numbersIn, param, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { readReport } from "../operations/audits/readReport.ts";
import { requireChange } from "../operations/keys/planGate.ts";
import { listProjects } from "../operations/projects/listProjects.ts";
import type { Idempotency } from "../operations/runs/beginRun.ts";
import { cancelRun } from "../operations/runs/cancelRun.ts";
import { readRun } from "../operations/runs/readRun.ts";
import { fullAuditView, startFullAudit } from "../operations/runs/startFullAudit.ts";
import { startedRunView, startRun } from "../operations/runs/startRun.ts";
import { listResults } from "../operations/visual/listResults.ts";

export function ciRoutes(ctx: OperationContext, auth: Authentication, limits: RateLimits): Router {
  const router = Router();

  router.post("/run", auth.key, limits.ci, limits.trigger, async (req, res) => {
    const caller = requiredCaller(res);
    // Scope before body: a key that may not start runs learns nothing else.
    requireRunRight(caller);
    const body = await validated(runBody, bodyOf(req));
    const run = await startRun(ctx, caller, body, idempotencyOf(req, "POST /api/ci/run"));
    res.status(202).location(run.statusUrl).json(startedRunView(run));
  });

  // The dashboard's endpoints of full audits take sessions only; this one is for keys.
  router.post("/full-audit", auth.key, limits.ci, limits.trigger, async (req, res) => {
    const caller = requiredCaller(res);
    await requireChange(ctx, caller, "A full audit");
    const body = await validated(ciFullAuditBody, bodyOf(req));
    const audit = await startFullAudit(ctx, caller, body, idempotencyOf(req, "POST /api/ci/full-audit"));
    res.status(202).location(audit.statusUrl).json(fullAuditView(audit));
  });

  router.get("/status/:runId", auth.either, limits.ci, async (req, res) => {
    res.json(await readRun(ctx, ciCaller(res), param(req, "runId")));
  });

  router.get("/projects", auth.either, limits.ci, async (_req, res) => {
    res.json(await listProjects(ctx, ciCaller(res)));
  });

  router.post("/runs/:runId/cancel", auth.either, limits.ci, async (req, res) => {
    const caller = requiredCaller(res);
    requireRunRight(caller);
    await validated(emptyBody, bodyOf(req));
    res.status(202).json({ success: true, ...(await cancelRun(ctx, caller, param(req, "runId"))) });
  });

  router.get("/runs/:runId/results", auth.either, limits.ci, async (req, res) => {
    const caller = ciCaller(res);
    const query = listsIn(numbersIn(req.query, ["limit"]), ["status", "outcome", "severity"]);
    const wanted = await validated(resultsQuery, query);
    res.json(await listResults(ctx, caller, { runId: param(req, "runId"), ...wanted }));
  });

  router.get("/runs/:runId/report", auth.either, limits.ci, async (req, res) => {
    const caller = ciCaller(res);
    const { format = "html" } = await validated(reportQuery, req.query);
    const runId = param(req, "runId");
    const report = await readReport(ctx, caller, { runId, format });
    const bytes = await report.read();
    // Written by us, with everything from audited pages escaped; the sandbox is there in case we are wrong.
    if (format !== "html") res.attachment(`plumbline-${runId}.${format}`);
    res.set({
      "Content-Type": report.contentType,
      "Content-Security-Policy": "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-cache",
    });
    res.send(bytes);
  });

  return router;
}

/** Who calls, once it is clear that they may call CI endpoints. */
function ciCaller(res: Response): Caller {
  const caller = requiredCaller(res);
  requireCiRight(caller);
  return caller;
}

/** The Idempotency-Key of a request; keys of two routes never meet. */
export function idempotencyOf(req: Request, route: string): Idempotency | undefined {
  const key = req.get("idempotency-key");
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new ProductError("validation_error", "Idempotency-Key must have 1 to 255 visible ASCII characters.");
  return { key, route };
}
