// Starts the proof of a ticket.
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type StartedJob, startJob } from "../jobs/startJob.ts";
import { requirePillars } from "../runs/startRun.ts";

export type StartProofInput = {
  project: Project;
  environment: Environment | null;
  issueKey: string;
  title?: string;
  description?: string;
  eventId?: string;
  /** Scenario that a person picked from an earlier proof's candidates. */
  scenarioId?: string;
  reuseAudit?: boolean;
};

/**
 * Starts a proof. A ticket has only one proof at a time per environment: if one is running, returns that one. Throws `plan_gate` if the
 * plan does not include functional tests or tracking, and `not_found` for an event that is not planned.
 */
export async function startProof(
  ctx: OperationContext,
  caller: Caller,
  {
    project,
    environment,
    issueKey,
    title = "",
    description = "",
    eventId,
    scenarioId,
    reuseAudit = false,
  }: StartProofInput,
): Promise<StartedJob & { warnings: string[] }> {
  requireRight(caller, "mcpWrite");
  await requirePillars(ctx, caller.orgId, ["functional", "tracking"]);
  if (eventId !== undefined) {
    const { events } = await readTrackingPlan(ctx.models, project._id);
    const ids = events.map(({ id }) => id);
    if (!ids.includes(eventId))
      throw new ProductError(
        "not_found",
        `The tracking plan of ${project.name} has no event "${eventId}".${hintOf(eventId, ids, "tracking_get_plan lists them.")}`,
      );
  }
  const started = await startJob(ctx, caller, {
    kind: "tracking_prove_issue_ticket",
    project,
    environment,
    input: { issueKey, title, description, eventId: eventId ?? null, scenarioId: scenarioId ?? null, reuseAudit },
    lock: `tracking_prove_issue_ticket:${project._id}:${environment?._id ?? ""}:${issueKey.toLowerCase()}`,
  });
  const warnings = started.joined
    ? ["A proof of this ticket is already running: this is its jobId, with its own args."]
    : [];
  return { ...started, warnings };
}
