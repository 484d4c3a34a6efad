// MCP over streamable HTTP, at /mcp. Nothing is kept between requests, so any API process can answer any of them.
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { messageOf, ProductError } from "../../domain/errors.ts";
import type { McpBackend } from "../../mcp/backend.ts";
import { createMcpServer } from "../../mcp/server.ts";
import { callerId } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { requiredCaller, setCaller } from "../middleware/caller.ts";
import { HTTP_STATUS_OF, sayWhen, toProductError } from "../middleware/errors.ts";
import { BODY_BOUNDS, jsonBody } from "../middleware/jsonBody.ts";
import { createRateLimit, type RateLimits } from "../middleware/rateLimits.ts";
import { authenticateKey } from "../operations/keys/authenticateKey.ts";
import { TOOL_ENTRIES } from "../tools/catalogue.ts";
import { failure } from "../tools/envelope.ts";
import { invokeTool } from "../tools/invoke.ts";
import { hostChecks } from "./hosts.ts";
import { contextOf, outcomeOf } from "./outcome.ts";

/** Messages of the protocol besides tool calls (lists, handshakes) for each tool call that a key may make. */
const MESSAGES_PER_CALL = 10;
/** Streams of notifications at once in one process; we have none to send, but clients may open them. */
const MOST_STREAMS = 100;
/** JSON-RPC's code for what a server defines itself. */
const SERVER_ERROR = -32_000;

export function mcpServerRoutes(ctx: OperationContext, limits: RateLimits, version: string | undefined): Router {
  const settings = { version: version ?? "0", profile: ctx.config.toolProfile };
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(backendIn(authInfo?.extra), settings), {
    maxSubscriptions: MOST_STREAMS,
    onerror: (error) => ctx.log("debug", "MCP", { reason: messageOf(error) }),
  });
  const serve = toNodeHandler(handler, {
    onerror: (error) => ctx.log("error", "MCP request failed", { reason: messageOf(error) }),
  });
  const messages = createRateLimit(ctx, {
    name: "mcp",
    perMinute: ctx.config.invokeRatePerMinute * MESSAGES_PER_CALL,
    what: "MCP messages",
    by: (_, res) => callerId(requiredCaller(res)),
  });

  const router = Router();
  router.use(...hostChecks(ctx.config), keyOfClient(ctx), messages, jsonBody(BODY_BOUNDS.tool), noBatches);
  router.post("/", async (req, res) => {
    const backend = backendOf(contextOf(ctx, req), limits, req, res);
    // The SDK hands this through to the factory; the key itself is not needed any more.
    const auth = { token: "", clientId: callerId(requiredCaller(res)), scopes: [], extra: { backend } };
    await serve(Object.assign(req, { auth }), res, req.body);
  });
  router.use(postOnly);
  router.use(protocolErrors);
  return router;
}

/** The tools of this process for the caller of one request. */
function backendOf(ctx: OperationContext, limits: RateLimits, req: Request, res: Response): McpBackend {
  return {
    tools: async () => TOOL_ENTRIES,
    async invoke(tool, args, signal) {
      const caller = requiredCaller(res);
      try {
        await new Promise<void>((resolve, reject) => {
          void limits.invoke(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
        });
        return await outcomeOf(ctx, caller, await invokeTool(ctx, caller, { tool, args }, signal));
      } catch (error) {
        const known = toProductError(error);
        if (known) return { envelope: failure(tool, known).body, pictures: [] };
        ctx.log("error", "tool failed", { tool, reason: messageOf(error), stack: (error as Error).stack });
        throw new Error("Something went wrong here. The log of the service has it.");
      }
    },
  };
}

function backendIn(extra: Record<string, unknown> | undefined): McpBackend {
  if (extra?.backend) return extra.backend as McpBackend;
  throw new Error("This request has no caller.");
}

/** `X-API-Key`, or `Authorization: Bearer` for clients that can only send that. */
function keyOfClient(ctx: OperationContext): RequestHandler {
  return async (req, res, next) => {
    const bearer = /^Bearer +(\S+) *$/i.exec(req.get("authorization") ?? "")?.[1];
    const key = req.get("x-api-key") ?? bearer;
    if (!key)
      throw new ProductError(
        "unauthorized",
        "An API key is needed: send it in the header X-API-Key or as Authorization: Bearer.",
      );
    setCaller(res, await authenticateKey(ctx, key));
    next();
  };
}

/** There are no sessions to open or end. The SDK says so too, but breaks over methods such as TRACE that `fetch` forbids. */
const postOnly: RequestHandler = (_req, res) => {
  res
    .status(405)
    .set({ Allow: "POST", "Cache-Control": "no-store" })
    .json({ jsonrpc: "2.0", id: null, error: { code: SERVER_ERROR, message: "Method not allowed: send a POST." } });
};

/** One message a request, as in every revision since 2025-06-18: the limits count requests. */
const noBatches: RequestHandler = (req, _res, next) => {
  if (Array.isArray(req.body))
    throw new ProductError(
      "validation_error",
      "Send one JSON-RPC message a request: batches are not part of MCP any more.",
    );
  next();
};

/** What failed before the protocol was reached, as a JSON-RPC error. */
const protocolErrors: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const known = toProductError(error);
  if (known === null || res.headersSent) return next(error);
  const { code, message, details } = known;
  sayWhen(res, HTTP_STATUS_OF[code], details.retryAfterMs);
  if (code === "unauthorized") res.set("WWW-Authenticate", "Bearer");
  const id = typeof req.body?.id === "string" || typeof req.body?.id === "number" ? req.body.id : null;
  res
    .status(HTTP_STATUS_OF[code])
    .set("Cache-Control", "no-store")
    .json({ jsonrpc: "2.0", id, error: { code: SERVER_ERROR, message, data: { code, ...details } } });
};
