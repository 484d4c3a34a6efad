// Compares an audit with the run that it may not be worse than.
import { isDeepStrictEqual } from "node:util";
import type { Judge } from "../../domain/audit/judge.ts";
import type { AuditSummary } from "../../domain/audit/summary.ts";
import { countOf, type FindingsLimit, judgeWorse, noReference, type WorseLimits } from "../../domain/audit/worse.ts";
import { inWords } from "../../domain/text.ts";
import { fieldsOfAuditParts } from "../../models/auditPages/queries.ts";
import type { Models } from "../../models/index.ts";
import type { Run } from "../../models/runs/schema.ts";
import { FIELDS, measuredOf, type Page } from "./besideBase.ts";

/** What of the comparison the verdict uses; `said`: sentences about what was not compared. */
export type Worse = {
  summary: AuditSummary["worse"];
  failures: string[];
  findings: FindingsLimit | null;
  said: string[];
};
const NOTHING: Worse = { summary: undefined, failures: [], findings: null, said: [] };

type Holding = {
  run: Run;
  pages: readonly Page[];
  limits: WorseLimits;
  /** The run of the base branch; on that branch, the previous run. `mainBranch`: its name. */
  reference: { run: Run; words: string } | null;
  mainBranch: string;
  score: number | null;
  findings: number;
};

export async function worseThan(
  models: Models,
  { compareFigures }: Pick<Judge, "compareFigures">,
  { run, pages, limits, reference, mainBranch, score, findings }: Holding,
): Promise<Worse> {
  if (Object.keys(limits).length === 0) return NOTHING;
  if (reference === null) {
    const message = noReference(limits, mainBranch);
    return { ...NOTHING, summary: { reference: null, message, figures: [] } };
  }
  const { _id: runId, branch, commitSha, summary } = reference.run;
  const words = reference.words.includes(runId) ? reference.words : `${reference.words} (${runId})`;
  const earlier = summary !== null && "bySeverity" in summary ? summary : null;
  const before = { score: earlier?.score ?? null, findings: countOf(earlier?.bySeverity ?? {}) };
  const then = await fieldsOfAuditParts(models, runId, FIELDS);
  const measured = compareFigures
    ? compareFigures(measuredOf(reference.run, then), measuredOf(run, pages), words).figures
    : [];
  const samePages = isDeepStrictEqual(keysOf(then), keysOf(pages));
  const judged = judgeWorse({ limits, words, before, now: { score, findings }, samePages, measured });
  const why = samePages ? "one of the runs lacks it" : "the runs visited different pages or one of them lacks it";
  const said =
    judged.missing.length === 0 ? [] : [`Not compared with ${words}, because ${why}: ${inWords(judged.missing)}.`];
  const message = judged.failures.length === 0 ? `Compared with ${words}.` : judged.failures.join(" ");
  return {
    summary: { reference: { runId, branch: branch ?? mainBranch, commitSha }, message, figures: judged.figures },
    failures: judged.failures,
    findings: judged.findings,
    said,
  };
}

const keysOf = (pages: readonly Page[]): Set<string> =>
  new Set(pages.filter(({ index }) => index >= 0).map(({ key }) => key));
