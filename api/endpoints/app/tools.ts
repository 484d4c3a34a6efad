// Every tool of the catalogue for signed-in people: the dashboard can do what agents can, behind the same gates.
import type { RequestHandler } from "express";
import { goneSignal } from "../../lib/onceClosed.ts";
import { closed, freeObject } from "../../lib/validate.ts";
import { setRetryAfter } from "../../middleware/errors.ts";
import { personOf } from "../../operations/coach/person.ts";
import { TOOL_ERROR_STATUS } from "../../tools/errorStatus.ts";
import { invokeTool } from "../../tools/invoke.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { toolSuccess } from "../answers/gateway.ts";
import { defineEndpoint, type Endpoint, type EndpointArea } from "../define.ts";
import { toolErrors } from "../gateway.ts";

/** Records the tool's name, so that a refusal before the tool runs names it as well. */
const named: RequestHandler = (req, res, next) => {
  res.locals.tool = req.params.tool;
  next();
};

const callTool = (tools: readonly AnyTool[]): Endpoint =>
  defineEndpoint({
    method: "post",
    path: "/api/app/tools/{tool}",
    id: "callToolInApp",
    tag: "Dashboard",
    summary: "Call a tool as the person who is signed in",
    description:
      "Every tool of the catalogue, with the gates, limits and audit log of the gateway. The answer is a tool response, of tools that are faces of CI endpoints too.",
    access: "session",
    allowed:
      "everyone signed in; for tools that change something the roles editor and admin, with `confirm: true` in args",
    params: { tool: "Name of the tool" },
    body: closed({ args: freeObject("args") }),
    bounds: "tool",
    bodyRead: "toldLast",
    first: () => [named],
    limits: ["invoke"],
    noStore: true,
    answers: { 200: { description: "The tool's answer.", json: toolSuccess } },
    refusals: {
      404: "There is no such tool.",
      422: "The tool ran and failed; the error says why.",
    },
    refusalShape: "tool",
    async handle({ ctx, caller, params, body, res }) {
      const call = { tool: params.tool, args: body.args as Record<string, unknown> | undefined };
      const { envelope } = await invokeTool(ctx, personOf(caller), call, goneSignal(res), tools);
      if (envelope.ok) return { json: envelope };
      const status = TOOL_ERROR_STATUS[envelope.error.code];
      setRetryAfter(res, status, envelope.retryAfterMs);
      res.status(status).json(envelope);
      return undefined;
    },
  });

export const appToolEndpoints = (tools: readonly AnyTool[]): EndpointArea => ({
  name: "appTools",
  endpoints: [callTool(tools)],
  errors: toolErrors,
});
