// Tools of the everyday profile that do nearly what a tool beside it does, for clients that were not shown that one.
import type { Envelope } from "./backend.ts";

type Action = Envelope["nextActions"][number];
type Args = Record<string, unknown>;

const only = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));

/** By the tool that is not listed: the one that stands in, with its args. */
const EQUALS: Readonly<Record<string, (args: Args) => { tool: string; args: Args }>> = {
  frt_get_run_timeline: (args) => ({
    tool: "frt_explain_failure",
    args: only(args, ["project", "environment", "runId", "featureId", "scenario"]),
  }),
  run_tracking: (args) => ({
    tool: "run_full_audit",
    args: { ...only(args, ["project", "environment"]), pillars: ["tracking"] },
  }),
};

/** The suggestions of listed tools, and for others the one that stands in; one that is suggested already is not said twice. */
export function listedActions(actions: readonly Action[], listed: ReadonlySet<string>): Action[] {
  const shown: Action[] = [];
  for (const action of actions) {
    const equal = listed.has(action.tool) ? action : { ...action, ...EQUALS[action.tool]?.(action.args ?? {}) };
    const said = shown.some(({ tool, args }) => tool === equal.tool && same(args, equal.args));
    if (listed.has(equal.tool) && !said) shown.push(equal);
  }
  return shown;
}

/** Whether both calls are about the same run or are the same call. */
const same = (one: Args = {}, other: Args = {}): boolean =>
  typeof other.runId === "string" ? one.runId === other.runId : JSON.stringify(one) === JSON.stringify(other);
