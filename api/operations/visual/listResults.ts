// Lists the results of a run, page by page: shots of visual runs, scenarios of functional runs, findings of audits, child runs of full
// audits.
import { fieldError } from "../../../domain/errors.ts";
import { SCENARIO_STATUSES, type ScenarioStatus } from "../../../domain/functional/attemptStatus.ts";
import { auditPillarOf, FULL_AUDIT, partsOfType } from "../../../domain/runTypes.ts";
import { SHOT_STATUSES, type ShotStatus } from "../../../domain/visual/outcome.ts";
import { pageOfShots } from "../../../models/shots/queries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, encodeCursor } from "../../lib/paging.ts";
import { type FindingPage, type ListFindingsInput, listFindings } from "../findings/findingsOfRun.ts";
import { listScenarios, type ScenarioPage } from "../functional/listScenarios.ts";
import { type ChildView, childrenOf } from "../runs/children.ts";
import { findRun } from "../runs/findRun.ts";
import { type ResultView, resultView } from "./resultView.ts";

export type ListResultsInput = ListFindingsInput & {
  runId: string;
  status?: ("pending" | ShotStatus | ScenarioStatus)[];
};
export type ResultPage = { runId: string; results: ResultView[]; nextCursor: string | null };
export type ChildPage = { runId: string; children: ChildView[]; nextCursor: null };

const indexOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** `status` filters shots (by default every shot that has a verdict); `outcome` and `severity` filter findings. */
export async function listResults(
  ctx: OperationContext,
  caller: Caller,
  input: ListResultsInput,
): Promise<ResultPage | ScenarioPage | FindingPage | ChildPage> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, input.runId);
  if (run.type === FULL_AUDIT) return { runId: run._id, children: await childrenOf(ctx, run._id), nextCursor: null };
  if (auditPillarOf(run.type)) {
    if (input.status) throw wrongFilter("status", "outcome and severity");
    return listFindings(ctx, run, input);
  }
  if (input.outcome) throw wrongFilter("outcome", "status");
  if (input.severity) throw wrongFilter("severity", "status");
  if (partsOfType(run.type) === "scenarios")
    return listScenarios(ctx, run, { ...input, status: statusesOf(input.status, SCENARIO_STATUSES) });
  const limit = input.limit ?? DEFAULT_LIMIT;
  const after = decodeCursor(input.cursor, indexOf);
  const statuses = statusesOf(input.status, ["pending", ...SHOT_STATUSES]) ?? SHOT_STATUSES;
  const fields = { spec: 0, baseline: 0, baselineKey: 0, bands: 0 } as const;
  const { entries, more } = await pageOfShots(ctx.models, { runId: run._id, statuses, after }, { fields, limit });
  const last = entries.at(-1);
  return {
    runId: run._id,
    results: entries.map((s) => resultView(ctx, s)),
    nextCursor: more && last ? encodeCursor(last.index) : null,
  };
}

/** Returns the requested statuses that this type of run has. Throws `validation_error` if there are others, because such results can never exist. */
function statusesOf<T extends string>(asked: readonly string[] | undefined, known: readonly T[]): T[] | undefined {
  const own = asked?.flatMap((one) => known.find((status) => status === one) ?? []);
  if (own === undefined || own.length === asked?.length) return own;
  throw fieldError("status", `The results of this type of run are ${known.join(", ")}.`);
}

const wrongFilter = (path: string, instead: string) =>
  fieldError(path, `${path} does not filter the results of this type of run; use ${instead}.`);
