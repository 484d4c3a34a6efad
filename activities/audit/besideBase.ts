// Compares an audit with the run of the base branch that the history selected.
import type { Judge, MeasuredRun } from "../../domain/audit/judge.ts";
import type { AuditSummary } from "../../domain/audit/summary.ts";
import { given } from "../../domain/given.ts";
import { wasSeen } from "../../domain/runs/measured.ts";
import { scoreOf } from "../../domain/runs/score.ts";
import { fieldsOfAuditParts } from "../../models/auditPages/queries.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import type { Models } from "../../models/index.ts";
import type { Run } from "../../models/runs/schema.ts";
import { runInfo } from "./tools.ts";

/** A run of the base branch, and its description. */
export type ChosenBase = { run: Run; against: string };

export type Page = Pick<AuditPageRecord, "index" | "key" | "metrics" | "status" | "code">;
export const FIELDS = { index: 1, key: 1, metrics: 1, status: 1, code: 1 } as const;

/** Returns the summary's comparison of `run` with `base`; nothing without a base. `pages`: of `run`. */
export async function besideBase(
  models: Models,
  { compareFigures }: Pick<Judge, "compareFigures">,
  { run, pages, base }: { run: Run; pages: readonly Page[]; base: ChosenBase | null },
): Promise<Pick<AuditSummary, "base" | "comparedWith">> {
  if (base === null) return {};
  const named = { runId: base.run._id, against: base.against, score: scoreOf(base.run) };
  if (!compareFigures) {
    const comparedWith = run.against ? [`Compared with ${base.against}.`] : undefined;
    return { base: named, ...given({ comparedWith }) };
  }
  const before = await fieldsOfAuditParts(models, base.run._id, FIELDS);
  const compared = compareFigures(measuredOf(base.run, before), measuredOf(run, pages), base.against);
  return {
    base: { ...named, pages: compared.pages, figures: compared.figures },
    comparedWith: [compared.sentence],
  };
}

export const measuredOf = (run: Run, pages: readonly Page[]): MeasuredRun => ({
  pages: pages.filter((page) => page.index >= 0 && wasSeen(page)),
  options: runInfo(run).options,
});
