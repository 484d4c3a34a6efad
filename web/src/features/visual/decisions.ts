// Decisions on their way to the service: one call after the other, so that each goes out with the marks of the answer before.
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import type { DecidedList } from "./lists.ts";
import type { Decision } from "./model.ts";

/** The service takes so many results at once. */
const AT_ONCE = 500;

/** What was decided, from the press until its last answer. */
export type Action = { decision: Decision; ids: readonly string[]; note?: string; end?: IgnoreEnd };
type Handlers<D extends Action> = {
  /** The mark that the result stands at now. */
  markOf: (shotId: string) => string | undefined;
  send: (
    decision: Decision,
    shots: { shotId: string; mark: string }[],
    said: Pick<Action, "note" | "end">,
  ) => Promise<DecidedList>;
  answered: (answer: DecidedList, action: D) => void;
  failed: (error: unknown, ids: readonly string[], action: D) => void;
  /** All of it is answered; `kept`: the results about which it was kept. */
  done: (action: D, kept: readonly string[]) => void;
  /** Nothing is on its way any more. */
  idle: () => void;
};

/**
 * May it be decided while others are on their way? A press that meets one decides nothing: it was made before anybody could see
 * what it is about. Taking back what is on its way is no slip, twice it is.
 */
export const mayDecide = (decision: Decision, underWay: readonly Decision[]): boolean =>
  decision === "undo" ? !underWay.includes("undo") : underWay.length === 0;

export type DecisionQueue<D extends Action> = {
  /** Lasts until it is answered; null: it was not taken. */
  add(action: D): Promise<void> | null;
  readonly busy: boolean;
};

export function createDecisionQueue<D extends Action>(handlers: Handlers<D>): DecisionQueue<D> {
  let underWay: readonly Decision[] = [];
  let last: Promise<void> = Promise.resolve();
  const deliver = async (action: D) => {
    const kept: string[] = [];
    for (let at = 0; at < action.ids.length; at += AT_ONCE) {
      const ids = action.ids.slice(at, at + AT_ONCE);
      const shots = ids.flatMap((shotId) => {
        const mark = handlers.markOf(shotId);
        return mark === undefined ? [] : [{ shotId, mark }];
      });
      if (shots.length === 0) continue;
      try {
        const answer = await handlers.send(action.decision, shots, action);
        kept.push(...answer.results.flatMap(({ shotId, ok }) => (ok ? [shotId] : [])));
        handlers.answered(answer, action);
      } catch (error) {
        handlers.failed(error, ids, action);
      }
    }
    underWay = underWay.slice(1);
    handlers.done(action, kept);
    if (underWay.length === 0) handlers.idle();
  };
  return {
    add(action) {
      if (!mayDecide(action.decision, underWay)) return null;
      underWay = [...underWay, action.decision];
      last = underWay.length === 1 ? deliver(action) : last.then(() => deliver(action));
      return last;
    },
    get busy() {
      return underWay.length > 0;
    },
  };
}
