// The problems of a branch, the most urgent first.
import type { Severity } from "../../../domain/audit/finding.ts";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { given } from "../../../domain/given.ts";
import { byPriority, type Place } from "../../../domain/problems/entries.ts";
import { OPEN_STATUSES, PROBLEM_STATUSES, type ProblemStatus } from "../../../domain/problems/problem.ts";
import {
  assigneesOn,
  comesAfter,
  type Listed,
  type ProblemPlace,
  problemsByIds,
  problemsNaming,
  readList,
} from "../../../models/problems/queries.ts";
import { type ProblemLine, shelfOf } from "../../../models/problems/shelf.ts";
import { onMainBranch } from "../../../models/runs/queries.ts";
import { describeCaller, requireReadRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { type ProblemView, problemView } from "./problemView.ts";

export type ProblemFilter = Paging & {
  project?: string;
  environment?: string;
  branch?: string;
  pillar?: Pillar[];
  status?: ProblemStatus[];
  severity?: Severity[];
  /** E-mail of a person; "me" is the caller, "nobody" what has no assignee. */
  assignee?: string;
  /** Part of the title or the sentence. */
  text?: string;
};

const MAX_ID = 200;

/** How many there are of each status that fit the rest of the filter. */
export type StatusCounts = Record<ProblemStatus, number>;

/**
 * Without `status` what somebody should act on: new, regressed and ongoing ones. Fixed ones are read only where they are asked for; until
 * then they are not counted. A text is looked for in every problem.
 */
export async function listProblems(
  ctx: OperationContext,
  caller: Caller,
  { project: slug, environment: environmentName, branch, limit = DEFAULT_LIMIT, cursor, ...filter }: ProblemFilter,
): Promise<{ problems: ProblemView[]; counts: StatusCounts; nextCursor: string | null }> {
  requireReadRight(caller);
  const { models } = ctx;
  const now = ctx.now();
  const project = await resolveProject(ctx, caller, slug);
  const environment = environmentName ? await resolveEnvironment(ctx, project, environmentName) : null;
  const line = onMainBranch(branch || null, project.mainBranch) ? "" : (branch ?? "");
  const at = given({ projectId: project._id, line, environmentId: environment?._id, pillars: filter.pillar });
  const wanted = new Set<ProblemStatus>(filter.status ?? OPEN_STATUSES);
  const after = decodeCursor(cursor, readAfter);
  const shelves = wanted.has("fixed") ? [false, true] : [false];
  const whose = await fittingAssignee(ctx, caller, at, filter.assignee);
  const counts = countsOf();
  const found: Listed[] = [];
  for (const fixed of shelves) {
    const list = await readList(models, at, now, { fixed });
    const fitting = list.filter(
      (one) => (filter.severity === undefined || filter.severity.includes(one.severity)) && whose(one.id),
    );
    const named = filter.text === undefined ? null : await naming(ctx, at, fitting, !fixed, filter.text);
    for (const one of fitting) {
      if (named?.has(one.id) === false) continue;
      counts[one.status] += 1;
      if (wanted.has(one.status) && (after === null || comesAfter(one, after))) found.push(one);
    }
  }
  const { entries, nextCursor } = page(found.sort(byPriority), limit, ({ priority, id }) => `${priority} ${id}`);
  const problems = await problemsByIds(
    models,
    entries.map(({ id }) => id),
  );
  return { problems: problems.map((one) => problemView(one, now)), counts, nextCursor };
}

const countsOf = () => Object.fromEntries(PROBLEM_STATUSES.map((status) => [status, 0])) as StatusCounts;

async function fittingAssignee(
  { models }: OperationContext,
  caller: Caller,
  { projectId, line }: ProblemPlace,
  assignee: string | undefined,
): Promise<(id: string) => boolean> {
  if (assignee === undefined) return () => true;
  const assignees = await assigneesOn(models, projectId, line);
  if (assignee === "nobody") return (id) => !assignees.has(id);
  const whose = assignee === "me" ? describeCaller(caller) : assignee;
  return (id) => assignees.get(id) === whose;
}

/** Of the pillars and environments that have one of these. */
function naming({ models }: OperationContext, at: ProblemPlace, among: readonly Listed[], open: boolean, text: string) {
  const places = new Map<string, ProblemLine>();
  for (const { pillar, environmentId } of among) {
    const place = { projectId: at.projectId, line: at.line, pillar, environmentId };
    places.set(shelfOf(place, open), place);
  }
  return problemsNaming(models, [...places.values()], open, text);
}

/** "12.6 pbm_…" */
function readAfter(text: string): Place | undefined {
  const [priority = "", id = ""] = text.slice(0, MAX_ID).split(" ");
  const number = Number(priority);
  return priority !== "" && Number.isFinite(number) && id.startsWith("pbm_") ? { priority: number, id } : undefined;
}
