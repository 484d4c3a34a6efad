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

/** Returns those of a run that ended; none if the run that it was compared with is deleted. */
export async function fixedIn(models: Models, run: Run): Promise<Known[]> {
  const { summary } = run;
  const before = run.extra?.comparedWith;
  if (typeof before !== "string" || !summary || !("fixed" in summary) || summary.fixed === 0) return [];
  const now = await soughtRun(models, run);
  const read = async (id: string | undefined): Promise<Reference | null> => {
    const found = id === undefined ? null : await findWork(models, "run", id);
    return found && referenceOf(models, found, now);
  };
  const previous = await read(before);
  const base = summary.base?.runId === before ? previous : await read(summary.base?.runId);
  return fixedSince({ ...now, findings: await findingsOf(models, run._id) }, { previous, base });
}
