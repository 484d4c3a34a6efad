// How guidance presents the calls that it suggests.
import { boolean, object, string } from "yup";
import type { Call } from "../../../../domain/guidance/calls.ts";
import type { Action } from "../../../../domain/guidance/codes.ts";
import type { Facts } from "../../../../domain/guidance/facts.ts";
import { isMutating, type NextAction, takes } from "../../tool.ts";

/** The tool that performs each suggested action. */
export const TOOL_OF: Record<Action, string> = {
  askGate: "gate_pr_quality",
  captureBaselines: "run_baseline",
  checkSetup: "check_setup_health",
  crawl: "crawl_site",
  createScenario: "create_scenario",
  decideNext: "recommend_next_action",
  explainFailure: "explain_vrt_failure",
  explainJourney: "frt_explain_failure",
  planTrackedPages: "tracking_discover_from_pages",
  readFailures: "get_run_failures",
  readReport: "get_pillar_report",
  runAudits: "run_full_audit",
  runVisualTest: "run_vrt",
  waitForRun: "wait_for_run",
};

/** Maximum number of next actions in an answer. */
const MAX_ACTIONS = 5;

/** `needsConfirm`: the call changes something, so a person must agree before `confirm: true` is added. */
export const callData = () =>
  object({ tool: string().required(), args: object().required(), needsConfirm: boolean().required() });

/** Returns the call as its tool accepts it, without an environment that the tool does not declare, which would only be confusing. */
function toolCallOf({ action, args }: Call): { tool: string; args: Record<string, unknown> } {
  const tool = TOOL_OF[action];
  const { environment, ...rest } = args;
  if (environment === undefined || takes(tool, "environment")) return { tool, args };
  return { tool, args: rest };
}

export function callView(call: Call) {
  const { tool, args } = toolCallOf(call);
  return { tool, args, needsConfirm: isMutating(tool) };
}

/** Returns the distinct calls in order. */
export function actionsOf(calls: readonly Call[]): NextAction[] {
  const actions = calls.map((call) => ({ label: call.label, ...toolCallOf(call) }));
  const different = new Map(
    actions.map((action) => [JSON.stringify([action.tool, action.args]), action] as const).reverse(),
  );
  return [...different.values()].reverse().slice(0, MAX_ACTIONS);
}

/** Warns if the caller may not make a suggested call. */
export function rightsWarning({ mayChange }: Pick<Facts, "mayChange">, calls: readonly Call[]): string[] {
  if (mayChange) return [];
  const closed = [...new Set(calls.map(({ action }) => TOOL_OF[action]).filter(isMutating))];
  if (closed.length === 0) return [];
  return [
    `This caller may only read: ${closed.join(", ")} ${closed.length === 1 ? "needs" : "need"} a key with the scope mcp_full and a plan of Hobby or above.`,
  ];
}
