// The dashboard's endpoints for runs and their results.
import { Router } from "express";
import { ProductError } from "../../domain/errors.ts";
import { startPathsOf } from "../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import { requireRight, requireRunRight } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { approveBody, fullSuiteBody, pillarBody, recompareBody, statusQuery } from "../lib/schemas.ts";
import { bodyOf, param, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { requireChange } from "../operations/keys/planGate.ts";
import { latestRun } from "../operations/runs/latestRun.ts";
import { fullAuditView, startFullAudit } from "../operations/runs/startFullAudit.ts";
import { startRun } from "../operations/runs/startRun.ts";
import { approveResults } from "../operations/visual/approveResults.ts";
import { recompareRun } from "../operations/visual/recompareRun.ts";
import { idempotencyOf } from "./ci.ts";

export function testRoutes(ctx: OperationContext, auth: Authentication, limits: RateLimits): Router {
  const router = Router();

  for (const { path, trigger: type } of startPathsOf(DECLARED_PILLARS))
    router.post(`/${path}`, auth.session, limits.trigger, async (req, res) => {
      const caller = requiredCaller(res);
      requireRunRight(caller);
      const body = await validated(pillarBody, bodyOf(req));
      const idempotency = idempotencyOf(req, `POST /api/tests/${path}`);
      const { runId, projectSlug, message } = await startRun(ctx, caller, { ...body, type }, idempotency);
      res.status(202).json({ success: true, message, project: projectSlug, runId });
    });

  router.post("/full-suite", auth.session, limits.trigger, async (req, res) => {
    const body = await validated(fullSuiteBody, bodyOf(req));
    const audit = await startFullAudit(
      ctx,
      requiredCaller(res),
      body,
      idempotencyOf(req, "POST /api/tests/full-suite"),
    );
    res.status(202).json(fullAuditView(audit));
  });

  router.post("/approve", auth.either, limits.ci, async (req, res) => {
    const caller = requiredCaller(res);
    await requireChange(ctx, caller, "Approving");
    const { scenarios, scenarioLabels, ...rest } = await validated(approveBody, bodyOf(req));
    const labels = [...new Set([...(scenarios ?? []), ...(scenarioLabels ?? [])])];
    if (labels.length === 0)
      throw required("scenarios", "scenarios is required: the labels of the scenarios to approve");
    const { projectSlug: _, taken, ...approval } = await approveResults(ctx, caller, { ...rest, scenarios: labels });
    const { promoted, skipped } = approval;
    const done = `${count(promoted.length, "result")} approved${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}.`;
    const message = taken === null ? done : `${done} ${taken}`;
    res.json({ success: true, message, ...approval });
  });

  router.post("/recompare", auth.session, limits.trigger, async (req, res) => {
    const caller = requiredCaller(res);
    requireRight(caller, "mcpWrite");
    const body = await validated(recompareBody, bodyOf(req));
    const { runId, result } = await recompareRun(ctx, caller, body);
    if (result === null)
      res.status(202).json({
        success: true,
        message: "The results are still being judged again; read them in a moment.",
        runId,
        resultsUrl: `/api/ci/runs/${runId}/results`,
      });
    else
      res.json({
        success: true,
        message: `${count(result.recompared, "result")} judged again, ${result.changed.length} changed.`,
        runId,
        ...result,
      });
  });

  router.get("/status/:project", auth.session, limits.ci, async (req, res) => {
    const { environmentId } = await validated(statusQuery, req.query);
    const project = param(req, "project");
    res.json(await latestRun(ctx, requiredCaller(res), { project, environment: environmentId }));
  });

  return router;
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;

function required(path: string, message: string): ProductError {
  return new ProductError("validation_error", message, { fields: [{ path, message }] });
}
