// The problems of a branch, the most urgent first.
import type { Severity } from "../../../domain/audit/finding.ts";
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { statusWith } from "../../../domain/problems/people.ts";
import { OPEN_STATUSES, type ProblemStatus } from "../../../domain/problems/problem.ts";
import type { Problem } from "../../../models/problems/problem.ts";
import { type After, byPriority, listProblems as readProblems } from "../../../models/problems/queries.ts";
import { onMainBranch } from "../../../models/runQueries.ts";
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

/** Without `status` what somebody should act on: new, regressed and ongoing ones. Fixed ones are read only where they are asked for. */
export async function listProblems(
  ctx: OperationContext,
  caller: Caller,
  { project: slug, environment: environmentName, branch, limit = DEFAULT_LIMIT, cursor, ...filter }: ProblemFilter,
): Promise<{ problems: ProblemView[]; nextCursor: string | null }> {
  requireReadRight(caller);
  const project = await resolveProject(ctx, caller, slug);
  const environment = environmentName ? await resolveEnvironment(ctx, project, environmentName) : null;
  const line = onMainBranch(branch || null, project.mainBranch) ? "" : (branch ?? "");
  const at = {
    projectId: project._id,
    line,
    ...(environment && { environmentId: environment._id }),
    ...(filter.pillar && { pillars: filter.pillar }),
  };
  const now = ctx.now();
  const wanted = new Set<ProblemStatus>(filter.status ?? OPEN_STATUSES);
  const fits = fitting(caller, filter, wanted, now);
  const after = decodeCursor(cursor, readAfter);
  const reading = { after, limit: limit + 1, fits };
  const open = await readProblems(ctx.models, at, { ...reading, open: true });
  const fixed = wanted.has("fixed") ? await readProblems(ctx.models, at, { ...reading, open: false }) : [];
  const found = [...open, ...fixed].sort(byPriority);
  const { entries, nextCursor } = page(found, limit, ({ priority, _id }) => `${priority} ${_id}`);
  return { problems: entries.map((one) => problemView(one, now)), nextCursor };
}

function fitting(
  caller: Caller,
  { severity, assignee, text }: Pick<ProblemFilter, "severity" | "assignee" | "text">,
  statuses: ReadonlySet<ProblemStatus>,
  now: Date,
): (problem: Problem) => boolean {
  const whose = assignee === "me" ? describeCaller(caller) : assignee === "nobody" ? null : assignee;
  const part = text?.toLowerCase();
  return (problem) =>
    statuses.has(statusWith(problem, problem, now)) &&
    (severity === undefined || severity.includes(problem.severity)) &&
    (whose === undefined || problem.assignee === whose) &&
    (part === undefined || `${problem.title} ${problem.sentence}`.toLowerCase().includes(part));
}

/** "12.6 pbm_…" */
function readAfter(text: string): After | undefined {
  const [priority = "", id = ""] = text.slice(0, MAX_ID).split(" ");
  const number = Number(priority);
  return priority !== "" && Number.isFinite(number) && id.startsWith("pbm_") ? { priority: number, id } : undefined;
}
