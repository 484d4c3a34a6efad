// Decisions on their way to the service: one call after the other, so that each goes out with the marks of the answer before.
import type { AppDecided } from "../../../../api/endpoints/answers/app/review.ts";
import type { Decision } from "./model.ts";

/** The service takes so many results at once. */
const AT_ONCE = 500;

/** What was decided, from the press until its last answer. */
export type Deed = { decision: Decision; ids: readonly string[]; note?: string };
type Handlers<D extends Deed> = {
  /** The mark that the result stands at now. */
  markOf: (shotId: string) => string | undefined;
  send: (
    decision: Decision,
    shots: { shotId: string; mark: string }[],
    note: string | undefined,
  ) => Promise<AppDecided>;
  answered: (answer: AppDecided, deed: D) => void;
  failed: (error: unknown, ids: readonly string[], deed: D) => void;
  /** All of it is answered; `kept`: the results about which it was kept. */
  done: (deed: D, kept: readonly string[]) => void;
  /** Nothing is on its way any more. */
  idle: () => void;
};

/**
 * May it be decided while others are on their way? A press that meets one decides nothing: it was made before anybody could see
 * what it is about. Taking back what is on its way is no slip, twice it is.
 */
export const mayDecide = (decision: Decision, underWay: readonly Decision[]): boolean =>
  decision === "undo" ? !underWay.includes("undo") : underWay.length === 0;

export type DecisionQueue<D extends Deed> = {
  /** Lasts until it is answered; null: it was not taken. */
  add(deed: D): Promise<void> | null;
  readonly busy: boolean;
};

export function createDecisionQueue<D extends Deed>(handlers: Handlers<D>): DecisionQueue<D> {
  let underWay: readonly Decision[] = [];
  let last: Promise<void> = Promise.resolve();
  const deliver = async (deed: D) => {
    const kept: string[] = [];
    for (let at = 0; at < deed.ids.length; at += AT_ONCE) {
      const ids = deed.ids.slice(at, at + AT_ONCE);
      const shots = ids.flatMap((shotId) => {
        const mark = handlers.markOf(shotId);
        return mark === undefined ? [] : [{ shotId, mark }];
      });
      if (shots.length === 0) continue;
      try {
        const answer = await handlers.send(deed.decision, shots, deed.note);
        kept.push(...answer.results.flatMap(({ shotId, ok }) => (ok ? [shotId] : [])));
        handlers.answered(answer, deed);
      } catch (error) {
        handlers.failed(error, ids, deed);
      }
    }
    underWay = underWay.slice(1);
    handlers.done(deed, kept);
    if (underWay.length === 0) handlers.idle();
  };
  return {
    add(deed) {
      if (!mayDecide(deed.decision, underWay)) return null;
      underWay = [...underWay, deed.decision];
      last = underWay.length === 1 ? deliver(deed) : last.then(() => deliver(deed));
      return last;
    },
    get busy() {
      return underWay.length > 0;
    },
  };
}
