// Tells apps that come without a sufficient token how to get one (RFC 6750, RFC 9728).
import type { Request, RequestHandler } from "express";
import { issuerOf } from "../../domain/oauth/address.ts";
import { grantable, scopeText } from "../../domain/oauth/scopes.ts";
import { meantTool } from "../../mcp/core.ts";
import type { OperationContext } from "../lib/context.ts";
import { resourceMetadataOf } from "../lib/oauthAddress.ts";
import { requiredCaller } from "../middleware/caller.ts";
import { type AnyTool, rightOf } from "../tools/tool.ts";

/** JSON-RPC error code for server-defined errors. */
const SERVER_ERROR = -32_000;

/** Returns the WWW-Authenticate header. If apps cannot be connected, it names only the scheme. */
function challenge({ config }: OperationContext, req: Request, fields: Record<string, string>): string {
  const issuer = issuerOf(config, req.get("host"));
  if (issuer === null) return "Bearer";
  const all = { ...fields, scope: scopeText("write"), resource_metadata: resourceMetadataOf(issuer) };
  return `Bearer ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}

/** Contains an error only if a token was sent; without one, the client is just told how to get one. */
export function unauthorizedChallenge(ctx: OperationContext, req: Request): string {
  const sent = /^Bearer +\S/i.test(req.get("authorization") ?? "");
  return challenge(ctx, req, sent ? { error: "invalid_token", error_description: "Get a new token." } : {});
}

/**
 * Refuses a call that the person's role would allow but the connection does not, so that the app asks the person for more. If the role
 * does not allow it either, asking is pointless, and the tool's own response says so.
 */
export function scopeNeeded(ctx: OperationContext, tools: readonly AnyTool[]): RequestHandler {
  return (req, res, next) => {
    const caller = requiredCaller(res);
    const app = caller.kind === "key" ? caller.app : undefined;
    if (!app || app.granted === "write" || !grantable(app.role).includes("write")) return next();
    const tool = toolCalled(req.body, tools);
    if (!tool || rightOf(tool) !== "mcpWrite") return next();
    const message = `${tool.name} changes things, and this app was connected to read only. Connect it again to allow it.`;
    res
      .status(403)
      .set({
        "WWW-Authenticate": challenge(ctx, req, {
          error: "insufficient_scope",
          error_description: "The tool changes things.",
        }),
        "Cache-Control": "no-store",
      })
      .json({
        jsonrpc: "2.0",
        id: req.body?.id ?? null,
        error: { code: SERVER_ERROR, message, data: { code: "scope_denied" } },
      });
  };
}

function toolCalled(body: unknown, tools: readonly AnyTool[]): AnyTool | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown; arguments?: unknown } };
  if (method !== "tools/call" || typeof params?.name !== "string") return undefined;
  const name = meantTool(params.name, (params.arguments ?? {}) as Record<string, unknown>);
  return tools.find((tool) => tool.name === name);
}
