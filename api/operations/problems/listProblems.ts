// Lists the problems of a branch, most urgent first.
import type { Severity } from "../../../domain/audit/finding.ts";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { given } from "../../../domain/given.ts";
import { byPriority, type Place } from "../../../domain/problems/entries.ts";
import { OPEN_STATUSES, PROBLEM_STATUSES, type ProblemStatus } from "../../../domain/problems/problem.ts";
import { assigneesOn, type ProblemPlace, problemsByIds } from "../../../models/problems/queries.ts";
import { type Listed, noCounts, readList, type StatusCounts } from "../../../models/problems/readList.ts";
import { onMainBranch } from "../../../models/runs/queries.ts";
import { describeCaller, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { placeOf } from "../projects/place.ts";
import { listedView, type ProblemView } from "./problemView.ts";

export type ProblemFilter = Paging & {
  project?: string;
  environment?: string;
  branch?: string;
  pillar?: Pillar[];
  status?: ProblemStatus[];
  severity?: Severity[];
  /** E-mail address of a person; "me" for the caller, "nobody" for problems without an assignee. */
  assignee?: string;
  /** Substring of the title or the sentence. */
  text?: string;
};

const MAX_ID = 200;

/**
 * Without `status`, lists what somebody should act on: new, regressed and ongoing problems. Fixed problems are only read and counted if
 * requested. `text` is searched in every problem.
 */
export async function listProblems(
  ctx: OperationContext,
  caller: Caller,
  { project: slug, environment, branch, limit = DEFAULT_LIMIT, cursor, ...filter }: ProblemFilter,
): Promise<{ problems: ProblemView[]; counts: StatusCounts; nextCursor: string | null }> {
  requireReadRight(caller);
  const asked = { project: slug, environment, branch, ...filter };
  const { found, counts } = await findListed(ctx, caller, asked, {
    after: decodeCursor(cursor, readAfter) ?? null,
    limit: limit + 1,
  });
  const { entries, nextCursor } = page(found, limit, ({ priority, id }) => `${priority} ${id}`);
  const problems = await problemsByIds(
    ctx.models,
    entries.map(({ id }) => id),
  );
  return { problems: problems.map((one) => listedView(ctx, one)), counts, nextCursor };
}

/** Returns the matching problems, most urgent first, without reading the full documents. */
export async function findListed(
  ctx: OperationContext,
  caller: Caller,
  { project: slug, environment: named, branch, ...filter }: Omit<ProblemFilter, keyof Paging>,
  { after, limit }: { after: Place | null; limit: number },
): Promise<{ found: Listed[]; counts: StatusCounts }> {
  const { models } = ctx;
  const now = ctx.now();
  const { project, environment } = await placeOf(ctx, caller, slug, { environment: named });
  const line = onMainBranch(branch || null, project.mainBranch) ? "" : (branch ?? "");
  const at = given({ projectId: project._id, line, environmentId: environment?._id, pillars: filter.pillar });
  const wanted = new Set<ProblemStatus>(filter.status ?? OPEN_STATUSES);
  const reading = {
    severities: filter.severity,
    text: filter.text,
    after,
    limit,
    fits: ({ status }: Listed) => wanted.has(status),
  };
  const whose = await fittingAssignee(ctx, caller, at, filter.assignee);
  const counts = noCounts();
  const found: Listed[] = [];
  for (const fixed of wanted.has("fixed") ? [false, true] : [false]) {
    const read = await readList(models, at, now, { ...reading, fixed, among: whose });
    found.push(...read.found);
    for (const status of PROBLEM_STATUSES) counts[status] += read.counts[status];
  }
  return { found: found.sort(byPriority).slice(0, limit), counts };
}

/** Returns a filter by assignee; null if there is no restriction. */
async function fittingAssignee(
  { models }: OperationContext,
  caller: Caller,
  { projectId, line }: ProblemPlace,
  assignee: string | undefined,
): Promise<((id: string) => boolean) | null> {
  if (assignee === undefined) return null;
  const assignees = await assigneesOn(models, projectId, line);
  if (assignee === "nobody") return (id) => !assignees.has(id);
  const whose = assignee === "me" ? describeCaller(caller) : assignee;
  return (id) => assignees.get(id) === whose;
}

/** Parses a cursor such as "12.6 pbm_…". */
function readAfter(text: string): Place | undefined {
  const [priority = "", id = ""] = text.slice(0, MAX_ID).split(" ");
  const number = Number(priority);
  return priority !== "" && Number.isFinite(number) && id.startsWith("pbm_") ? { priority: number, id } : undefined;
}
