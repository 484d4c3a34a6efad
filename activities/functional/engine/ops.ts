// Every op of a planned action, by name. `useStep` is expanded when a scenario is planned.
import type { ActionOp } from "../../../domain/functional/stepDef.ts";
import { ACTIONS } from "./actions.ts";
import { EXPECTATIONS } from "./expectations.ts";
import type { Doing } from "./session.ts";

type Op = { do: (doing: Doing) => Promise<void>; expects: boolean };

const rows = (table: Record<string, Op["do"]>, expects: boolean): [string, Op][] =>
  Object.entries(table).map(([name, run]) => [name, { do: run, expects }]);

export const OPS = Object.fromEntries([...rows(ACTIONS, false), ...rows(EXPECTATIONS, true)]) as Record<
  Exclude<ActionOp, "useStep">,
  Op
>;
