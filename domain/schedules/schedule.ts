// What a schedule starts, and what became of each due time.
import { FULL_AUDIT, RUN_TYPE_OF, type StartType } from "../runTypes.ts";
import { RUN_WORDS, type RunWords } from "../words/runs.ts";

/** The full audit, beside the words that CI has for single runs. */
export const FULL = RUN_WORDS[FULL_AUDIT].trigger;
export type ScheduledType = StartType | typeof FULL;

/** What a schedule may start. A baseline is taken by a person who looks at it; an alias would start the same run twice. */
export const SCHEDULED_TYPES: readonly ScheduledType[] = [
  ...(Object.keys(RUN_TYPE_OF) as StartType[]).filter((type) => {
    const run: RunWords = RUN_WORDS[RUN_TYPE_OF[type]];
    return run.gates && !run.aliases.includes(type);
  }),
  FULL,
];

/** What is wrong with the list; null: nothing. */
export function typesProblem(types: readonly string[]): string | null {
  if (types.length === 0) return `must name at least one of ${SCHEDULED_TYPES.join(", ")}`;
  if (new Set(types).size < types.length) return "must name each type once";
  return types.includes(FULL) && types.length > 1 ? `must be ["${FULL}"] alone, which starts every pillar` : null;
}

/** What a due time came to: `refused` is a start that the service did not accept, for instance because of the plan. */
export const DUE_OUTCOMES = ["started", "skipped", "missed", "refused"] as const;
export type DueOutcome = (typeof DUE_OUTCOMES)[number];

/** `runId` null: this run could not be started, and `problem` says why. */
export type StartedType = { type: ScheduledType; runId: string | null; problem: string | null };

/** `at`: the due time, or when somebody asked. `by`: who asked; null: it was due. `passed`: earlier due times that it stands for. */
export type HandledDue = {
  at: Date;
  handledAt: Date;
  by: string | null;
  outcome: DueOutcome;
  reason: string | null;
  passed: number;
  runs: StartedType[];
};

/** How many handled due times a schedule keeps. */
export const KEPT_DUES = 10;
