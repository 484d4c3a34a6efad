// Replaces whole sections of the tracking plan, atomically as far as single documents allow: everything is checked first, then rows are
// written one by one, and rows no longer wanted are removed last. If interrupted, a second call completes it.

import { ProductError } from "../../../domain/errors.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import {
  type ImportedPlan,
  planSteps,
  type WrittenEvent,
  type WrittenPage,
  withScenarioIds,
} from "../../../domain/pillars/tracking/parsePlan.ts";
import type { TrackingPlan } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { isTurnDue, nextTurn } from "../../../platform/inTurns.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { brokenLinks } from "./featureLinks.ts";
import { type PlanCounts, putRows, removeOthers } from "./putRows.ts";
import { scenarioIds, unknownScenario } from "./scenarioOf.ts";

export type PlanSections = { pages?: WrittenPage[]; events?: WrittenEvent[] };
/** null for a section that was not given. */
export type UpdatedPlan = { pages: PlanCounts | null; events: PlanCounts | null };

/** Maximum number of problems listed in a message. */
const LISTED = 10;

/** Throws `validation_error` with paths (such as `fields.pages[0].label`) for invalid input; then nothing is changed. */
export async function updatePlan(
  ctx: OperationContext,
  caller: Caller,
  { project, fields, reason }: { project: Project; fields: PlanSections; reason: string },
): Promise<UpdatedPlan> {
  requireRight(caller, "mcpWrite");
  const stored = await readTrackingPlan(ctx.models, project._id);
  const wanted = await planWith(ctx, project._id, fields, stored);
  const pages = fields.pages ? await putRows(ctx, "page", project._id, wanted.pages, stored.pages) : null;
  const events = fields.events ? await putRows(ctx, "event", project._id, wanted.events, stored.events) : null;
  if (events) events.removed = await removeOthers(ctx, "event", project._id, wanted.events, stored.events);
  if (pages) pages.removed = await removeOthers(ctx, "page", project._id, wanted.pages, stored.pages);
  await recordAudit(ctx, caller, "tracking.replace", project._id, { reason, pages, events });
  return { pages, events };
}

async function planWith(
  ctx: OperationContext,
  projectId: string,
  fields: PlanSections,
  stored: TrackingPlan,
): Promise<TrackingPlan> {
  const parsed = await parsedWith(fields, stored);
  const known = await scenarioIds(ctx, projectId);
  const problems = fields.pages
    ? parsed.pages
        .flatMap(({ scenarios }, i) => scenarios.filter((one) => !known.has(one)).map((one) => ({ i, one })))
        .map(({ i, one }, at) => ({
          path: `fields.pages[${i}].scenarios`,
          // Suggestions are limited, because finding the closest labels is slow, and further problems are only counted.
          message: at < LISTED ? unknownScenario(one, [...known.keys()]).message : "names no scenario",
        }))
    : [];
  const links = fields.events ? await brokenLinks(ctx, projectId, parsed.events, stored.events) : [];
  problems.push(...links.map(({ path, message }) => ({ path: `fields.${path}`, message })));
  if (problems.length > 0) throw refusal(problems);
  const plan = withScenarioIds(parsed, (reference) => known.get(reference));
  // Pages that were not given keep even their links to deleted scenarios.
  return fields.pages ? plan : { ...plan, pages: stored.pages };
}

/** Yields to the event loop, because a plan has thousands of rows. */
async function parsedWith(fields: PlanSections, stored: TrackingPlan): Promise<ImportedPlan> {
  const file = { pages: fields.pages ?? stored.pages, events: fields.events ?? stored.events };
  try {
    const steps = planSteps(file, { placeless: true });
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (isTurnDue()) await nextTurn();
    }
  } catch (error) {
    const problems = error instanceof ProductError ? (error.details.fields as FieldProblem[] | undefined) : undefined;
    if (problems === undefined) throw error;
    throw refusal(problems.map((problem) => placed(problem, fields, file.events)));
  }
}

/** Returns the problem with the path of the arguments; a problem in a section that was not given gets the path of the section that was. */
function placed(
  { path, message }: FieldProblem,
  fields: PlanSections,
  events: readonly { id: string }[],
): FieldProblem {
  const index = /^events\[(\d+)\]/.exec(path)?.[1];
  if (fields.events || index === undefined) return { path: `fields.${path}`, message };
  return {
    path: "fields.pages",
    message: `would leave the event "${events[Number(index)]?.id}" without its page: keep the page, or give events too`,
  };
}

function refusal(problems: FieldProblem[]): ProductError {
  const listed = problems.slice(0, LISTED).map(({ path, message }) => `${path} ${message}`);
  const more = problems.length > LISTED ? `; and ${problems.length - LISTED} more` : "";
  return new ProductError("validation_error", `${listed.join("; ")}${more}`, { fields: problems });
}
