// What a schedule starts, and the result of each due time.
import { FULL_AUDIT, RUN_TYPE_OF, type StartType } from "../runTypes.ts";
import { RUN_WORDS, type RunWords } from "../words/runs.ts";

/** The full audit, in addition to the types that CI can trigger. */
export const FULL = RUN_WORDS[FULL_AUDIT].trigger;
export type ScheduledType = StartType | typeof FULL;

/** Types that a schedule can start. Baselines are captured by a person who looks at them, and an alias would start the same run twice. */
export const SCHEDULED_TYPES: readonly ScheduledType[] = [
  ...(Object.keys(RUN_TYPE_OF) as StartType[]).filter((type) => {
    const run: RunWords = RUN_WORDS[RUN_TYPE_OF[type]];
    return run.gates && !run.aliases.includes(type);
  }),
  FULL,
];

/** Returns what is wrong with the list, or null. */
export function typesProblem(types: readonly string[]): string | null {
  if (types.length === 0) return `must name at least one of ${SCHEDULED_TYPES.join(", ")}`;
  if (new Set(types).size < types.length) return "must name each type once";
  return types.includes(FULL) && types.length > 1 ? `must be ["${FULL}"] alone, which starts every pillar` : null;
}

/** Result of a due time. `refused`: the service did not accept the start, for example because of the plan. */
export const DUE_OUTCOMES = ["started", "skipped", "missed", "refused"] as const;
export type DueOutcome = (typeof DUE_OUTCOMES)[number];

/** `runId` is null if the run could not be started; `problem` contains the reason. */
export type StartedType = { type: ScheduledType; runId: string | null; problem: string | null };

/**
 * `at`: the due time, or the time of a manual start. `by`: who started it manually; null if it was due. `passed`: number of earlier due
 * times that it represents.
 */
export type HandledDue = {
  at: Date;
  handledAt: Date;
  by: string | null;
  outcome: DueOutcome;
  reason: string | null;
  passed: number;
  runs: StartedType[];
};

/** Number of handled due times stored per schedule. */
export const KEPT_DUES = 10;
