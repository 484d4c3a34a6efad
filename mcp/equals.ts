// Everyday tools that do nearly the same as a specialised one, for clients that were not shown the latter.
import type { Envelope } from "./backend.ts";

type Action = Envelope["nextActions"][number];
type Args = Record<string, unknown>;

const only = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)));

/** Replacement for each tool that is not listed, with its args. */
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

/** Returns the suggestions of listed tools, and replacements for the others, without duplicates. */
export function listedActions(actions: readonly Action[], listed: ReadonlySet<string>): Action[] {
  const shown: Action[] = [];
  for (const action of actions) {
    const equal = listed.has(action.tool) ? action : { ...action, ...EQUALS[action.tool]?.(action.args ?? {}) };
    const said = shown.some(({ tool, args }) => tool === equal.tool && same(args, equal.args));
    if (listed.has(equal.tool) && !said) shown.push(equal);
  }
  return shown;
}

/** Whether both calls refer to the same run or are identical. */
const same = (one: Args = {}, other: Args = {}): boolean =>
  typeof other.runId === "string" ? one.runId === other.runId : JSON.stringify(one) === JSON.stringify(other);
