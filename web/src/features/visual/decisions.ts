// Queue that sends decisions to the service one after the other, so that each request carries the marks of the previous response.
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import type { DecidedList } from "./lists.ts";
import type { Decision } from "./model.ts";

/** Maximum number of results in one request. */
const AT_ONCE = 500;

/** A decision, from the press until its last response. */
export type Action = { decision: Decision; ids: readonly string[]; note?: string; end?: IgnoreEnd };
type Handlers<D extends Action> = {
  /** Returns the current mark of the result. */
  markOf: (shotId: string) => string | undefined;
  send: (
    decision: Decision,
    shots: { shotId: string; mark: string }[],
    said: Pick<Action, "note" | "end">,
  ) => Promise<DecidedList>;
  answered: (answer: DecidedList, action: D) => void;
  failed: (error: unknown, ids: readonly string[], action: D) => void;
  /** All responses have arrived. `kept`: the results for which the decision was saved. */
  done: (action: D, kept: readonly string[]) => void;
  /** The queue is empty. */
  idle: () => void;
};

/**
 * Returns whether a decision may be made while others are in progress. A press during another decision is ignored, because the person
 * could not yet see what it applies to. Undoing a decision in progress is allowed, but only once at a time.
 */
export const mayDecide = (decision: Decision, underWay: readonly Decision[]): boolean =>
  decision === "undo" ? !underWay.includes("undo") : underWay.length === 0;

export type DecisionQueue<D extends Action> = {
  /** Resolves once the service has responded; null if the decision was not accepted. */
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
