// The agent tool gateway over plain HTTP.
import { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { OUTCOME_TYPE } from "../../mcp/backend.ts";
import type { OperationContext } from "../lib/context.ts";
import { invokeBody } from "../lib/schemas.ts";
import { bodyOf, param, validated } from "../lib/validate.ts";
import { asksForOutcome, contextOf, outcomeOf } from "../mcp/outcome.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { requiredCaller } from "../middleware/caller.ts";
import { sayWhen, toProductError, unforeseen } from "../middleware/errors.ts";
import { BODY_BOUNDS, jsonBody } from "../middleware/jsonBody.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { cancelJob } from "../operations/jobs/cancelJob.ts";
import { catalogue } from "../tools/catalogue.ts";
import { failure, success } from "../tools/envelope.ts";
import { invokeTool, type ToolCall } from "../tools/invoke.ts";
import { toolsOf } from "../tools/registry.ts";

export function mcpRoutes(
  ctx: OperationContext,
  auth: Authentication,
  limits: RateLimits,
  version: string | undefined,
): Router {
  const router = Router();

  router.get("/v1/health", (_req, res) => {
    const invokeTools = toolsOf(ctx.config.toolProfile).map(({ name }) => name);
    res.set("Cache-Control", "no-store").json({ ok: true, service: "plumbline", version: version ?? "0", invokeTools });
  });

  // Made once: it is open to all, and long.
  const tools = JSON.stringify(catalogue(version));
  router.get("/", (_req, res) => {
    res.type("json").send(tools);
  });

  const invoke: RequestHandler[] = [
    parseBody,
    auth.key,
    limits.invoke,
    async (req, res) => {
      if (res.locals.bodyError) throw res.locals.bodyError;
      const call = (await validated(invokeBody, bodyOf(req))) as ToolCall;
      const gone = new AbortController();
      res.on("close", () => gone.abort());
      const caller = requiredCaller(res);
      const own = contextOf(ctx, req);
      const found = await invokeTool(own, caller, call, gone.signal);
      sayWhen(res, found.status, "retryAfterMs" in found.envelope ? found.envelope.retryAfterMs : undefined);
      res.status(found.status).set("Cache-Control", "no-store");
      if (asksForOutcome(req)) res.type(OUTCOME_TYPE).send(JSON.stringify(await outcomeOf(own, caller, found)));
      else res.json(found.body);
    },
  ];
  router.post("/v1/invoke", ...invoke);
  router.post("/", ...invoke);
  // Not a tool, but it answers as one: the status is the job's own.
  router.post("/v1/jobs/:jobId/cancel", auth.key, limits.invoke, async (req, res) => {
    const { message, ...data } = await cancelJob(ctx, requiredCaller(res), param(req, "jobId"));
    const nextActions = [{ label: "See whether it has ended", tool: "get_job_status", args: { jobId: data.jobId } }];
    res.status(202).set("Cache-Control", "no-store");
    res.json(success("cancel_job", { summary: message, data, nextActions }));
  });
  router.use(toolErrors(ctx));
  return router;
}

const parse = jsonBody(BODY_BOUNDS.tool);

/** A body that cannot be read is told after key and rate: whoever has no key learns nothing else. */
const parseBody: RequestHandler = (req, res, next) => {
  parse(req, res, (error?: unknown) => {
    res.locals.bodyError = error;
    next();
  });
};

/** What failed before the tool was reached, or in it without anybody having foreseen it, as a tool response. */
function toolErrors(ctx: OperationContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const named: unknown = req.body?.tool;
    const tool = typeof named === "string" ? named.slice(0, 100) : "";
    const known = toProductError(error);
    const { status, body } = failure(tool, known ?? unforeseen(ctx, req, res, error));
    sayWhen(res, status, body.retryAfterMs);
    res
      .status(known ? status : 500)
      .set("Cache-Control", "no-store")
      .json(body);
  };
}
