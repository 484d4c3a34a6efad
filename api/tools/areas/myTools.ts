// Which tools a caller may call.
import { number, object, string } from "yup";
import { PLANS } from "../../../domain/plans.ts";
import { planOf } from "../../operations/runs/quota.ts";
import { listData, rowsData } from "../answers.ts";
import { type AnyTool, defineTool, TOOL_AREAS } from "../tool.ts";
import { toolAccess } from "../toolAccess.ts";

export const listMyTools: AnyTool = defineTool({
  name: "list_my_tools",
  title: "My tools",
  description:
    "Which tools this key and plan may call, and why not the others. Call it after scope_denied or plan_gate; GET /api/mcp describes each tool.",
  intent: { does: "what the key may call", when: [["permission"]] },
  area: "setup",
  profile: "full",
  mutating: false,
  args: {},
  data: object({
    keyKind: string().oneOf(["project", "org"]).nullable().defined(),
    scope: string().nullable().defined(),
    plan: string().oneOf(PLANS).required(),
    count: number().required(),
    /** Callable tools by area. */
    callable: rowsData({
      area: string().oneOf(TOOL_AREAS).required(),
      tools: listData(string().required()),
    }),
    refused: rowsData({
      code: string().oneOf(["scope_denied", "plan_gate"]).required(),
      message: string().required(),
      tools: listData(string().required()),
    }),
  }),
  example: {},
  async run({ ctx, caller, tools: all }) {
    const plan = await planOf(ctx, caller.orgId);
    const { callable, refused } = toolAccess(all, caller, plan);
    const may = new Set(callable);
    const shut = refused.reduce((sum, { tools }) => sum + tools.length, 0);
    return {
      summary: `${callable.length} of ${all.length} tools may be called${shut > 0 ? `; ${shut} may not: ${refused[0]?.message}` : "."}`,
      data: {
        keyKind: caller.kind === "key" ? (caller.projectId === null ? "org" : "project") : null,
        scope: caller.kind === "key" ? (caller.scope ?? "mcp_full") : null,
        plan,
        count: callable.length,
        callable: TOOL_AREAS.map((area) => ({
          area,
          tools: all.filter((tool) => tool.area === area && may.has(tool.name)).map(({ name }) => name),
        })).filter(({ tools }) => tools.length > 0),
        refused,
      },
    };
  },
});
