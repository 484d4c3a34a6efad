// The failures that an audit fixed: counted when it ends, and listed when somebody asks.
import { isAmong } from "../../domain/audit/causes.ts";
import { mayBeLeftOut } from "../../domain/audit/cutShort.ts";
import { fixedFindings } from "../../domain/audit/fixed.ts";
import type { Models } from "../index.ts";
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

/** Number of lists that are kept, and maximum length of one. */
const KEPT = { lists: 20, findings: 2_000 };
const kept = new WeakMap<Models, Map<string, Promise<readonly Known[]>>>();

/**
 * Returns those of a run that ended; none if the run that it was compared with is deleted. Reading three runs takes seconds if they have
 * thousands of findings, and each page of a list needs all, so the last lists are kept.
 */
export async function fixedIn(models: Models, run: Run): Promise<readonly Known[]> {
  const { summary } = run;
  const before = run.extra?.comparedWith;
  if (typeof before !== "string" || !summary || !("fixed" in summary) || summary.fixed === 0) return [];
  const previous = await findWork(models, "run", before);
  if (previous === null) return [];
  const baseId = summary.base?.runId;
  const base = baseId === before ? previous : baseId === undefined ? null : await findWork(models, "run", baseId);
  const lists = kept.get(models) ?? new Map<string, Promise<readonly Known[]>>();
  kept.set(models, lists);
  // A run that ended again, or was deleted, gives another list.
  const key = [run, previous, base].map((one) => `${one?._id} ${one?.seq}`).join();
  const reading = lists.get(key) ?? readFixed(models, run, previous, base);
  lists.set(key, reading);
  for (const [oldest] of lists) if (lists.size > KEPT.lists) lists.delete(oldest);
  const found = await reading.catch(() => []);
  if (found.length === 0 || found.length > KEPT.findings) lists.delete(key);
  return reading;
}

async function readFixed(models: Models, run: Run, before: Run, base: Run | null): Promise<Known[]> {
  const now = await soughtRun(models, run);
  const previous = await referenceOf(models, before, now);
  const known = base === before ? previous : base && (await referenceOf(models, base, now));
  return fixedSince({ ...now, findings: await findingsOf(models, run._id) }, { previous, base: known });
}
