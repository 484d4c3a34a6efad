// Starts the job that proposes scenarios from the latest crawl.

import { latestCrawl } from "../../../models/jobs/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type StartedJob, startJob } from "./startJob.ts";

export const DEFAULT_PROPOSALS = 20;
export const MAX_PROPOSALS = 50;

/** Returns null if the project has no completed crawl to propose from. */
export async function startProposals(
  ctx: OperationContext,
  caller: Caller,
  { project, limit = DEFAULT_PROPOSALS }: { project: Project; limit?: number },
): Promise<StartedJob | null> {
  requireRight(caller, "mcpRead");
  if (!(await latestCrawl(ctx.models, project._id))) return null;
  const input = { most: limit };
  const lock = `generate_scenarios:${project._id}:${limit}`;
  return startJob(ctx, caller, { kind: "generate_scenarios", project, environment: null, input, lock });
}
