// What a branch introduced and its newest audit did not cover: an audit of some pages has no result for the others.

import { GATE_SEVERITIES, type LeftFinding } from "../../domain/problems/standing.ts";
import { auditPillarOf } from "../../domain/runTypes.ts";
import { fieldsOfAuditPages } from "../auditPages/queries.ts";
import type { Models } from "../index.ts";
import { type Judging, type NewestRun, standingBefore } from "./earlier.ts";
import { openCauses } from "./queries.ts";
import { lineOf } from "./refresh.ts";

/**
 * Returns findings of older runs of the branch that the gate checks, that main does not have and nobody accepted or snoozed, on pages that
 * this run did not have. Returns none for main, where new findings are new for one run only.
 */
export async function newAndUnchecked(
  models: Models,
  run: NewestRun,
  now: Date,
  judging: Judging,
): Promise<LeftFinding[]> {
  const pillar = auditPillarOf(run.type);
  const place = await lineOf(models, run, judging.mainBranch);
  if (pillar === null || place.line === "") return [];
  const at = { ...place, pillar };
  const found = (await standingBefore(models, at, run, now, judging)).filter(
    ({ severity, lastSeen }) => GATE_SEVERITIES.some((one) => one === severity) && lastSeen.runId !== run._id,
  );
  if (found.length === 0) return [];
  const causes = found.map(({ cause }) => cause);
  const [pages, known] = await Promise.all([
    fieldsOfAuditPages(models, run._id, { key: 1 }),
    openCauses(models, { ...at, line: "" }, causes),
  ]);
  const had = new Set(pages.map(({ key }) => key));
  return found.filter(
    ({ cause, places }) => !known.has(cause) && places.some(({ page }) => page !== "" && !had.has(page)),
  );
}
