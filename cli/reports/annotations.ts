// What annotations and the job summary list: each problem of a run once, however many screenshots or pages show it.

import type { Severity } from "../../domain/words/severities.ts";
import type { Problems } from "../client/problems.ts";
import type { Ended } from "../client/watch.ts";
import type { ReportItem } from "./items.ts";

/** `run`: title of its run. `url`: the page where people decide about it; null if unknown. */
export type Annotated = {
  run: string;
  severity: Severity;
  isNew: boolean;
  title: string;
  where: string;
  url: string | null;
};

/** Maximum number of problems read for annotations; GitHub shows at most twenty. */
export const MAX_ANNOTATED = 50;

/** Returns the problems. If the service lists none for a run, its results are used, with those of the same message merged. */
export function annotatedOf(
  ended: readonly Ended[],
  problems: readonly Problems[],
  items: readonly ReportItem[],
): Annotated[] {
  const titleOf = (runId: string) => ended.find(({ run }) => run.runId === runId)?.title ?? "";
  const listed = problems.flatMap((of) =>
    of.problems.map(
      ({ title, where, severity }): Annotated => ({
        run: titleOf(of.runId),
        severity: severity ?? "serious",
        // The service lists known problems only if there are no new ones.
        isNew: true,
        title,
        where,
        url: of.url ?? null,
      }),
    ),
  );
  const told = new Set(problems.map(({ runId }) => runId));
  const rest = items.filter(({ runId, outcome }) => !told.has(runId) && (outcome === "failed" || outcome === "error"));
  return [
    ...listed,
    ...[...Map.groupBy(rest, ({ runId, rule, message }) => `${runId}\n${rule}\n${message}`).values()].flatMap(joined),
  ];
}

function joined(same: readonly ReportItem[]): Annotated[] {
  const [first, ...more] = same;
  if (!first) return [];
  const { run, severity, isNew, message: title, name } = first;
  const where = more.length > 0 ? `${name} and ${more.length} more` : name;
  return [{ run, severity, isNew: isNew ?? false, title, where, url: null }];
}
