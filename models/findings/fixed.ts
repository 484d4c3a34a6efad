// The failures that an audit fixed: found and kept when it ends, or by the first list of an older run.
import { isAmong } from "../../domain/audit/causes.ts";
import { mayBeLeftOut } from "../../domain/audit/cutShort.ts";
import { fixedFindings } from "../../domain/audit/fixed.ts";
import { given } from "../../domain/given.ts";
import { nextTurn } from "../../platform/inTurns.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { storedFact, storeFacts } from "../runFacts/queries.ts";
import type { Run } from "../runs/schema.ts";
import { findWork } from "../work/queries.ts";
import {
  coversSite,
  findingsOf,
  isFailure,
  type Known,
  keysOf,
  MAX_READ,
  type Reference,
  referenceOf,
  type SoughtRun,
  soughtRun,
} from "./reference.ts";

/** `base`: the run of the base branch that the history of `now` selected. */
export function fixedSince(
  now: SoughtRun & { findings: readonly Known[] },
  { previous, base }: Record<"previous" | "base", Reference | null>,
): Known[] {
  // What was not read may still be there.
  if (previous === null || now.findings.length >= MAX_READ) return [];
  const { findings, cut, run, sitePages } = previous;
  const gone = fixedFindings(findings, now.findings, now.seen, run.baseUrl).filter(
    (one) =>
      (one.pageIndex >= 0 || coversSite(now, sitePages)) &&
      !mayBeLeftOut({ rule: one.rule, keys: keysOf(one, run.baseUrl) }, now.cut, cut),
  );
  if (base === null) return gone;
  // Present on main before and no longer there: fixed on main, and merged into the branch.
  const onBase = isAmong(base.findings.filter(isFailure));
  return gone.filter((one) => one.isNewOnBranch === true || onBase(one));
}

/** What lists are sorted and filtered by. Of several pages, only their number. */
export type FixedFinding = Pick<
  Known,
  "_id" | "runId" | "outcome" | "severity" | "rule" | "page" | "pageIndex" | "order" | "fingerprint" | "cause" | "pages"
>;

/** A part of the list of fixed findings. `total`: of all parts. */
type FixedPart = { total: number; findings: FixedFinding[] };
/** Number of findings per part: they have half a megabyte. */
const PART = 2_000;
const partName = (number: number): string => `fixed:${number}`;

type Compared = Pick<Run, "_id" | "seq">;
/** A run that ended again, or was deleted, gives another list. */
const markOf = (...runs: readonly (Compared | null)[]): string => runs.map((one) => `${one?._id} ${one?.seq}`).join();

/**
 * Stores what a run fixed, because finding it takes reading all findings of three runs: seconds if they have thousands. `run.seq`: that of
 * its end. `previous` and `base`: as for `fixedSince`.
 */
export async function keepFixed(
  models: Models,
  run: Compared & Pick<Run, "projectId">,
  { previous, base }: Record<"previous" | "base", Compared | null>,
  fixed: readonly Known[],
): Promise<FixedFinding[]> {
  const findings = fixed.map(keyOf);
  const total = findings.length;
  // An empty list has a part too, so that it is found.
  const lists = total === 0 ? [[]] : [...chunksOf(findings, PART)];
  const parts = lists.map((some, number): [string, FixedPart] => [partName(number), { total, findings: some }]);
  await storeFacts(models, run, markOf(run, previous, base), parts);
  return findings;
}

function keyOf(finding: Known): FixedFinding {
  const { _id, runId, outcome, severity, rule, page, pageIndex, order, fingerprint, cause, pages } = finding;
  const told = { _id, runId, outcome, severity, rule, page, pageIndex, order, fingerprint };
  return { ...told, ...given({ cause, pages: pages && { ...pages, first: [] } }) };
}

/** Returns what a run that ended fixed; nothing if the run that it was compared with is deleted. */
export async function fixedIn(models: Models, run: Run): Promise<readonly FixedFinding[]> {
  const { summary } = run;
  const before = run.extra?.comparedWith;
  if (typeof before !== "string" || !summary || !("fixed" in summary) || summary.fixed === 0) return [];
  const previous = await findWork(models, "run", before);
  if (previous === null) return [];
  const baseId = summary.base?.runId;
  const base = baseId === before ? previous : baseId === undefined ? null : await findWork(models, "run", baseId);
  const kept = await keptIn(models, run, markOf(run, previous, base));
  if (kept === null) return keepFixed(models, run, { previous, base }, await readFixed(models, run, previous, base));
  // Those on pages that the previous run did not measure come from older runs, which may be deleted by now.
  const gone = new Set<string>();
  for (const id of new Set(kept.map(({ runId }) => runId)))
    if (id !== before && (await findWork(models, "run", id)) === null) gone.add(id);
  return gone.size === 0 ? kept : kept.filter(({ runId }) => !gone.has(runId));
}

/** Returns the stored list; null if there is none of this state. */
async function keptIn(models: Models, { _id }: Compared, mark: string): Promise<FixedFinding[] | null> {
  const found: FixedFinding[] = [];
  for (let number = 0; ; number++) {
    const part = await storedFact<FixedPart>(models, _id, mark, partName(number));
    if (part === null) return null;
    found.push(...part.findings);
    if (found.length >= part.total) return found;
    await nextTurn();
  }
}

async function readFixed(models: Models, run: Run, before: Run, base: Run | null): Promise<Known[]> {
  const now = await soughtRun(models, run);
  const previous = await referenceOf(models, before, now);
  const known = base === before ? previous : base && (await referenceOf(models, base, now));
  return fixedSince({ ...now, findings: await findingsOf(models, run._id) }, { previous, base: known });
}
