// How guidance shows the calls that it advises.
import { boolean, object, string } from "yup";
import type { Call } from "../../../../domain/guidance/calls.ts";
import type { Facts } from "../../../../domain/guidance/facts.ts";
import type { NextAction } from "../../tool.ts";

/** An answer carries so many next actions at most. */
const MOST_ACTIONS = 5;

/** `needsConfirm`: it changes something, so a person agrees before `confirm: true` is added. */
export const callData = () =>
  object({ tool: string().required(), args: object().required(), needsConfirm: boolean().required() });

export const callView = ({ tool, args, changes }: Call) => ({ tool, args, needsConfirm: changes });

/** Different calls, in their order. */
export function actionsOf(calls: readonly Call[]): NextAction[] {
  const different = new Map(
    calls.map(({ label, tool, args }) => [JSON.stringify([tool, args]), { label, tool, args }] as const).reverse(),
  );
  return [...different.values()].reverse().slice(0, MOST_ACTIONS);
}

/** Says when the caller may not make a call that is advised. */
export function rightsWarning({ mayChange }: Pick<Facts, "mayChange">, calls: readonly Call[]): string[] {
  const closed = [...new Set(calls.filter(({ changes }) => changes && !mayChange).map(({ tool }) => tool))];
  if (closed.length === 0) return [];
  return [
    `This caller may only read: ${closed.join(", ")} ${closed.length === 1 ? "needs" : "need"} a key with the scope mcp_full and a plan of Hobby or above.`,
  ];
}
