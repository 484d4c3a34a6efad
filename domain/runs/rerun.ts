// Reruns of what failed in a previous run: what they take over from it, and how they decide which of their parts are new.
import type { AskedReference } from "../history/asked.ts";
import type { StatusType } from "../runTypes.ts";
import { inWords } from "../text.ts";
import type { BrowserName } from "../visual/shot.ts";
import type { WORSE_NAMES } from "../words/units.ts";
import { conclusionOf } from "./measured.ts";

/** Copy of `WorseLimits`, whose module imports this one. */
type Limits = Partial<Record<(typeof WORSE_NAMES)[number], number>>;

/** The run whose failed parts are run again, with its options. */
export type RerunSource<Pages = unknown> = {
  runId: string;
  commitSha: string | null;
  /** Start of the first run of the chain. All runs of the chain are compared with what came before it. */
  from: Date;
  /** Set if a later run failed before it was planned. This run then no longer describes the current site, so all of it is run again. */
  all?: true;
  scenarios: string[] | null;
  pages: Pages;
  browsers: BrowserName[];
  perfBudgets: Record<string, number> | null;
  /** Figures that must not be worse; missing in runs that earlier versions started. */
  worse?: Limits | null;
  against: AskedReference | null;
  /** Location of the browsers; null or missing if there was none. */
  location?: string | null;
  /** Options of a functional run; null for any other run, or for the default options. */
  functional: Record<string, unknown> | null;
};

/** By run type; for a full audit, one per part. */
export type Rerun<Pages = unknown> = { runs: Partial<Record<StatusType, RerunSource<Pages>>> };

/** Returns the distinct locations of the runs' browsers; null for none. */
export const placesOf = ({ runs }: Rerun): (string | null)[] => [
  ...new Set(Object.values(runs).map(({ location }) => location ?? null)),
];

/** Returns whether an ended run has something to run again: it failed, was inconclusive, or did not measure a part. */
export function hasFailedParts(run: Parameters<typeof conclusionOf>[0]): boolean {
  const { notMeasured = 0 } = (run.summary ?? {}) as { notMeasured?: number };
  return conclusionOf(run) !== "passed" || notMeasured > 0;
}

/** What a summary reports about a rerun: number of parts that were run again, number of parts carried over, and from which runs. */
export type Carried = { again: number; carried: number; from: string[] };

/** Counts the parts. `carriedFrom`: the run that produced the part's result. Returns undefined if every part has its own result. */
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

/** Returns "3 run again, 7 carried from run_01…". */
export const carriedWords = ({ again, carried, from }: Carried): string =>
  `${again} run again, ${carried} carried from ${inWords(from)}`;

const MAX_NAMED = 5;

/** Returns a sentence about what the earlier run had and the project no longer has, or null if there is nothing. */
export function droppedSentence(names: readonly string[], runId: string): string | null {
  if (names.length === 0) return null;
  const quoted = names.map((name) => `"${name}"`);
  return `Not run again, because the project no longer has ${names.length === 1 ? "it" : "them"}: ${inWords(quoted, MAX_NAMED)} of ${runId}.`;
}

/** Returns the fields that a rerun inherits from its source. Its own `perfBudgets` and `worse` take precedence. */
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

/** Returns "Only what failed in run_01… is run again." */
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
