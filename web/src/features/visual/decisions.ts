// Decisions on their way to the service: one call after the other, so that each goes out with the marks of the answer before.
// What is pressed meanwhile is gathered: forty approvals in a row are a few calls.
import type { AppDecided } from "../../../../api/endpoints/answers/app/review.ts";
import type { Decision } from "./model.ts";

/** The service takes so many results at once. */
export const AT_ONCE = 500;

type Deed = { decision: Decision; ids: string[]; note: string | undefined };
type Handlers = {
  /** The mark that the result stands at now. */
  markOf: (shotId: string) => string | undefined;
  send: (
    decision: Decision,
    shots: { shotId: string; mark: string }[],
    note: string | undefined,
  ) => Promise<AppDecided>;
  answered: (answer: AppDecided, decision: Decision) => void;
  failed: (error: unknown, ids: readonly string[], decision: Decision) => void;
  /** Nothing is on its way any more. */
  idle: () => void;
};

export type DecisionQueue = {
  add(decision: Decision, ids: readonly string[], note?: string): void;
  readonly busy: boolean;
};

export function createDecisionQueue(handlers: Handlers): DecisionQueue {
  const waiting: Deed[] = [];
  let busy = false;
  const work = async () => {
    busy = true;
    for (let deed = waiting.shift(); deed; deed = waiting.shift()) await deliver(deed);
    busy = false;
    handlers.idle();
  };
  const deliver = async ({ decision, ids, note }: Deed) => {
    const shots = ids.flatMap((shotId) => {
      const mark = handlers.markOf(shotId);
      return mark === undefined ? [] : [{ shotId, mark }];
    });
    if (shots.length === 0) return;
    try {
      handlers.answered(await handlers.send(decision, shots, note), decision);
    } catch (error) {
      handlers.failed(error, ids, decision);
    }
  };
  return {
    add(decision, ids, note) {
      const last = waiting.at(-1);
      const joins = last && last.decision === decision && last.note === note;
      const left = joins ? ids.filter((id) => !last.ids.includes(id)) : [...ids];
      const room = joins ? AT_ONCE - last.ids.length : 0;
      if (joins) last.ids.push(...left.splice(0, room));
      for (let at = 0; at < left.length; at += AT_ONCE)
        waiting.push({ decision, ids: left.slice(at, at + AT_ONCE), note });
      if (!busy) void work();
    },
    get busy() {
      return busy;
    },
  };
}
