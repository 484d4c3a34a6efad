// MCP over streamable HTTP at /mcp. No state is kept between requests, so any API process can answer any of them.
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { messageOf, ProductError } from "../../domain/errors.ts";
import type { McpBackend } from "../../mcp/backend.ts";
import { createMcpServer } from "../../mcp/server.ts";
import { callerId } from "../lib/access.ts";
import type { OperationContext } from "../lib/context.ts";
import { scopeNeeded, unauthorizedChallenge } from "../mcp/challenge.ts";
import { hostChecks } from "../mcp/hosts.ts";
import { contextOf, outcomeOf } from "../mcp/outcome.ts";
import { requiredCaller } from "../middleware/caller.ts";
import { HTTP_STATUS_OF, setRetryAfter, toProductError } from "../middleware/errors.ts";
import { BODY_BOUNDS, formProblem } from "../middleware/jsonBody.ts";
import type { RateLimits } from "../middleware/rateLimits.ts";
import { entriesOf } from "../tools/catalogue.ts";
import { failure } from "../tools/envelope.ts";
import { invokeTool } from "../tools/invoke.ts";
import type { AnyTool } from "../tools/tool.ts";
import { jsonRpc } from "./answers/gateway.ts";
import { defineEndpoint, type Endpoint, type EndpointArea, type Parts } from "./define.ts";

/** Maximum number of concurrent notification streams per process. The service sends no notifications, but clients may open streams. */
const MAX_STREAMS = 100;
/** JSON-RPC error code for server-defined errors. */
const SERVER_ERROR = -32_000;

const mcp = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    method: "post",
    path: "/mcp",
    id: "mcp",
    tag: "Gateway",
    summary: "The Model Context Protocol",
    description:
      "Streamable HTTP, without sessions: one JSON-RPC message a request. MCP clients take this address, and connect by OAuth or send a key, also as `Authorization: Bearer`. Other methods answer 405.",
    access: "keyOrBearer",
    allowed: "known names and origins only",
    first: ({ ctx }) => hostChecks(ctx.config),
    bodyDocument: {
      type: "object",
      properties: {
        jsonrpc: { const: "2.0" },
        id: { type: ["string", "number"] },
        method: { type: "string" },
        params: { type: "object" },
      },
      required: ["jsonrpc"],
    },
    examples: { tools: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
    bounds: "tool",
    bodyRead: "last",
    limits: ["mcp"],
    // Compression would hold back events until the stream ends.
    uncompressed: true,
    answers: {
      200: { description: "A JSON-RPC answer, or a stream with it.", json: jsonRpc, types: ["text/event-stream"] },
      202: { description: "A notification was taken." },
    },
    refusals: { 404: "There is no such method.", 406: "", 415: "" },
    refusalShape: "jsonrpc",
    mount: (parts) => mcpRouter(parts, tools),
  });

function mcpRouter({ ctx, limits, version }: Parts, tools: readonly AnyTool[]): Router {
  const settings = { version: version ?? "0", profile: ctx.config.toolProfile };
  const handler = createMcpHandler(({ authInfo }) => createMcpServer(backendIn(authInfo?.extra), settings), {
    maxSubscriptions: MAX_STREAMS,
    onerror: (error) => ctx.log("debug", "MCP", { reason: messageOf(error) }),
  });
  const serve = toNodeHandler(handler, {
    onerror: (error) => ctx.log("error", "MCP request failed", { reason: messageOf(error) }),
  });

  const router = Router();
  router.use(noBatches, scopeNeeded(ctx, tools));
  router.post("/", async (req, res) => {
    const backend = backendOf(contextOf(ctx, req), tools, limits, req, res);
    // The SDK passes this to the factory; the key itself is no longer needed.
    const auth = { token: "", clientId: callerId(requiredCaller(res)), scopes: [], extra: { backend } };
    await serve(Object.assign(req, { auth }), res, req.body);
  });
  router.use(postOnly);
  return router;
}

/** Returns the tools of this process, called as the caller of one request. */
function backendOf(
  ctx: OperationContext,
  tools: readonly AnyTool[],
  limits: RateLimits,
  req: Request,
  res: Response,
): McpBackend {
  return {
    tools: async () => entriesOf(tools),
    async invoke(tool, args, signal) {
      const caller = requiredCaller(res);
      try {
        await new Promise<void>((resolve, reject) => {
          void limits.invoke(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
        });
        // `call_tool` may send its args as text, which the body's bounds counted as a single value.
        const problem = formProblem(args, BODY_BOUNDS.tool);
        if (problem !== null) throw problem;
        return await outcomeOf(ctx, caller, await invokeTool(ctx, caller, { tool, args }, signal, tools));
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

/** There are no sessions to open or end. The SDK answers 405 as well, but fails on methods such as TRACE, which `fetch` forbids. */
const postOnly: RequestHandler = (_req, res) => {
  res
    .status(405)
    .set({ Allow: "POST", "Cache-Control": "no-store" })
    .json({ jsonrpc: "2.0", id: null, error: { code: SERVER_ERROR, message: "Method not allowed: send a POST." } });
};

/** Allows one message per request, as every protocol revision since 2025-06-18 does, because the rate limits count requests. */
const noBatches: RequestHandler = (req, _res, next) => {
  if (Array.isArray(req.body))
    throw new ProductError(
      "validation_error",
      "Send one JSON-RPC message per request: MCP no longer supports batches.",
    );
  next();
};

/** Turns errors that occur before the protocol is reached into JSON-RPC errors. */
const protocolErrors =
  (ctx: OperationContext): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const known = toProductError(error);
    if (known === null || res.headersSent) return next(error);
    const { code, message, details } = known;
    setRetryAfter(res, HTTP_STATUS_OF[code], details.retryAfterMs);
    if (code === "unauthorized") res.set("WWW-Authenticate", unauthorizedChallenge(ctx, req));
    const id = typeof req.body?.id === "string" || typeof req.body?.id === "number" ? req.body.id : null;
    res
      .status(HTTP_STATUS_OF[code])
      .set("Cache-Control", "no-store")
      .json({ jsonrpc: "2.0", id, error: { code: SERVER_ERROR, message, data: { code, ...details } } });
  };

export const mcpEndpoints = (tools: readonly AnyTool[]): EndpointArea => ({
  name: "mcp",
  endpoints: [mcp(tools)],
  errors: ({ ctx }) => protocolErrors(ctx),
});
