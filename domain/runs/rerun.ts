// A run of what failed in the run before it: what it takes over from that run, and how it tells which of its parts are new.
import { inWords } from "../health/figures.ts";
import type { AskedReference } from "../history/asked.ts";
import type { StatusType } from "../runTypes.ts";
import type { BrowserName } from "../visual/shot.ts";
import { conclusionOf } from "./measured.ts";

/** The run whose failed parts are run again, with what it was started with. */
export type RerunSource<Pages = unknown> = {
  runId: string;
  commitSha: string | null;
  /** When the first run of the chain began: what came before it is what all of them are compared with. */
  from: Date;
  scenarios: string[] | null;
  pages: Pages;
  browsers: BrowserName[];
  perfBudgets: Record<string, number> | null;
  against: AskedReference | null;
  /** Options of a functional run; null: of any other, or the usual ones. */
  functional: Record<string, unknown> | null;
};

/** By the type of the run; of a full audit, one for each of its parts. */
export type Rerun<Pages = unknown> = { runs: Partial<Record<StatusType, RerunSource<Pages>>> };

/** Whether something of a run that has ended is to be run again: it failed, was inconclusive, or could not measure a part. */
export function hasFailedParts(run: Parameters<typeof conclusionOf>[0]): boolean {
  const { notMeasured = 0 } = (run.summary ?? {}) as { notMeasured?: number };
  return conclusionOf(run) !== "passed" || notMeasured > 0;
}

/** What a summary says of a run of what failed: parts that were run again, those that were carried over, and from which runs. */
export type Carried = { again: number; carried: number; from: string[] };

/** `carriedFrom`: the run that has the part's result. Undefined: every part has its own. */
export function carriedOf(parts: Iterable<{ carriedFrom?: string | null }>): Carried | undefined {
  const from = new Set<string>();
  let again = 0;
  let carried = 0;
  for (const one of parts) {
    if (one.carriedFrom) {
      from.add(one.carriedFrom);
      carried += 1;
    } else again += 1;
  }
  return carried === 0 ? undefined : { again, carried, from: [...from].sort() };
}

/** "3 run again, 7 carried from run_01…" */
export const carriedWords = ({ again, carried, from }: Carried): string =>
  `${again} run again, ${carried} carried from ${inWords(from)}`;

const MAX_NAMED = 5;

/** What the earlier run had and the project no longer has, by name; null: nothing. */
export function droppedSentence(names: readonly string[], runId: string): string | null {
  if (names.length === 0) return null;
  const further = names.length - MAX_NAMED;
  const told = [...names.slice(0, MAX_NAMED).map((name) => `"${name}"`), ...(further > 0 ? [`${further} more`] : [])];
  return `Not run again, because the project no longer has ${names.length === 1 ? "it" : "them"}: ${inWords(told)} of ${runId}.`;
}

/** The fields of a run that it has of the run whose failed parts it runs again; `perfBudgets`: its own go first. */
export function inheritedOf<P>(
  { scenarios, pages, browsers, against, perfBudgets, functional }: RerunSource<P>,
  own: { perfBudgets: Record<string, number> | null },
) {
  return {
    scenarios,
    pages,
    browsers,
    perfBudgets: own.perfBudgets ?? perfBudgets,
    against,
    extra: functional === null ? {} : { functional },
  };
}

/** "Runs again what failed in run_01…" */
export const rerunSentence = ({ runs }: Rerun): string =>
  `Only what failed in ${inWords(Object.values(runs).map(({ runId }) => runId))} is run again.`;
