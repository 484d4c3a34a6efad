// What a page shows in runs of screenshots or scenarios: its result in each run, and the latest with what people decided about it.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { type PagePillarHealth, type PageResultAt, pagePillarHealth } from "../../../domain/health/pageHealth.ts";
import type { FoundProblem } from "../../../domain/problems/problem.ts";
import { type Decisions, setAsideIn } from "../../../models/problems/ofRun.ts";
import type { OperationContext } from "../../lib/context.ts";
import { type RunRow, timeOf } from "../health/healthRuns.ts";

/** `decisions`: about problems of the project, read once for all pillars. */
export type PageJudging = { now: Date; mainBranch: string; decisions: Decisions };

type Part = { _id: string; status: string };
type Parts<T extends Part> = {
  pillar: Pillar;
  read(run: RunRow): Promise<T[]>;
  isGood(one: T): boolean;
  /** Why the part did not pass. */
  reasonOf(one: T): string | null;
  /** Returns the problems that parts of a run show, by id; parts without problems may be missing. */
  shownBy(run: RunRow, parts: readonly T[]): Promise<ReadonlyMap<string, readonly FoundProblem[]>>;
};

/**
 * `runs` must be sorted newest first. `latest`: the parts in the newest run that has the page: first those that failed and nobody set
 * aside, then the others that failed, then those that passed.
 */
export async function resultsOnPage<T extends Part>(
  { models }: OperationContext,
  runs: readonly RunRow[],
  judging: PageJudging,
  { pillar, read, isGood, reasonOf, shownBy }: Parts<T>,
): Promise<{ health: PagePillarHealth; latest: { part: T; setAside: boolean }[] }> {
  const seen: { run: RunRow; good: T[]; bad: T[] }[] = [];
  for (const run of runs) {
    const judged = (await read(run)).filter(({ status }) => status !== "pending");
    if (judged.length === 0) continue;
    seen.push({ run, good: judged.filter(isGood), bad: judged.filter((one) => !isGood(one)) });
  }
  const outcomeOf = ([first]: readonly T[]): Pick<PageResultAt, "status" | "reason"> =>
    first ? { status: "failed", reason: reasonOf(first) } : { status: "passed", reason: null };
  const results = seen.map(
    ({ run, good, bad }): PageResultAt => ({
      runId: run._id,
      at: timeOf(run),
      ...outcomeOf(bad),
      score: Math.round((1_000 * good.length) / (good.length + bad.length)) / 10,
    }),
  );
  const health = pagePillarHealth(pillar, results);
  const latest = seen.find(({ run }) => run._id === health.runId);
  if (!latest) return { health, latest: [] };
  const { run, good, bad } = latest;
  const shown = await shownBy(run, [...bad, ...good]);
  const isAside = await setAsideIn(models, { ...run, pillar }, judging.now, judging);
  const parts = [...bad, ...good].map((part) => ({ part, setAside: isAside(shown.get(part._id) ?? []) }));
  const open = parts.slice(0, bad.length).filter(({ setAside }) => !setAside);
  return {
    health: { ...health, ...outcomeOf(open.map(({ part }) => part)) },
    latest: [...open, ...parts.filter((one) => !open.includes(one))],
  };
}
