// A run of what failed in the run before it: what it takes over from that run, and how it tells which of its parts are new.
import { inWords } from "../health/figures.ts";
import type { AskedReference } from "../history/asked.ts";
import type { StatusType } from "../runTypes.ts";
import type { BrowserName } from "../visual/shot.ts";
import type { WORSE_NAMES } from "../words/units.ts";
import { conclusionOf } from "./measured.ts";

/** `WorseLimits`, whose module imports this one. */
type Limits = Partial<Record<(typeof WORSE_NAMES)[number], number>>;

/** The run whose failed parts are run again, with what it was started with. */
export type RerunSource<Pages = unknown> = {
  runId: string;
  commitSha: string | null;
  /** When the first run of the chain began: what came before it is what all of them are compared with. */
  from: Date;
  /** A later run failed before it was planned, so that nothing of this one says how the site is now: all of it is run again. */
  all?: true;
  scenarios: string[] | null;
  pages: Pages;
  browsers: BrowserName[];
  perfBudgets: Record<string, number> | null;
  /** What it may not be worse in; runs that earlier versions started have none. */
  worse?: Limits | null;
  against: AskedReference | null;
  /** Where its browsers stood; null and missing: no place in particular. */
  location?: string | null;
  /** Options of a functional run; null: of any other, or the usual ones. */
  functional: Record<string, unknown> | null;
};

/** By the type of the run; of a full audit, one for each of its parts. */
export type Rerun<Pages = unknown> = { runs: Partial<Record<StatusType, RerunSource<Pages>>> };

/** Where the browsers of all of them stood, each place once; null: no place in particular. */
export const placesOf = ({ runs }: Rerun): (string | null)[] => [
  ...new Set(Object.values(runs).map(({ location }) => location ?? null)),
];

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

/** The fields of a run that it has of the run whose failed parts it runs again; its own `perfBudgets` and `worse` go first. */
export function inheritedOf<P>(
  { scenarios, pages, browsers, against, perfBudgets, worse, functional }: RerunSource<P>,
  own: { perfBudgets: Record<string, number> | null; worse?: Limits | null },
) {
  return {
    scenarios,
    pages,
    browsers,
    perfBudgets: own.perfBudgets ?? perfBudgets,
    worse: own.worse ?? worse ?? null,
    against,
    extra: functional === null ? {} : { functional },
  };
}

/** "Only what failed in run_01… is run again." */
export function rerunSentence({ runs }: Rerun): string {
  const sources = Object.values(runs);
  const named = (all: boolean) => sources.filter((one) => (one.all === true) === all).map(({ runId }) => runId);
  const [some, whole] = [named(false), named(true)];
  return [
    ...(some.length > 0 ? [`Only what failed in ${inWords(some)} is run again.`] : []),
    ...(whole.length > 0
      ? [`All of ${inWords(whole)} is run again, because a later run failed before it was planned.`]
      : []),
  ].join(" ");
}
