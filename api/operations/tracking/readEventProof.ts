// What a tracking run proves about one plan row: the push with its stack, what was sent, the screenshot, and what is wrong.

import { OPEN_OUTCOMES } from "../../../domain/audit/finding.ts";
import { ProductError } from "../../../domain/errors.ts";
import { textOf } from "../../../domain/fields.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { ItemStatus } from "../../../domain/pillars/tracking/audit.ts";
import { type ReportRow, rowsWorstFirst } from "../../../domain/pillars/tracking/overview.ts";
import type { PlanEvent, PlanPage } from "../../../domain/pillars/tracking/plan.ts";
import { findingsOnPage } from "../../../models/findings/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { artifactUrl } from "../../lib/publicLink.ts";
import { auditedPages } from "./auditedPages.ts";

export type ProofViolation = {
  rule: string;
  severity: string;
  outcome: string;
  message: string;
  help: string;
  attribute: string | null;
  expected: string | null;
  /** Where the attribute was looked for. */
  where: string | null;
};

export type EventProof = Omit<ReportRow, "violations" | "screenshotId"> & {
  /** The row as currently planned; null if it is no longer in the plan. */
  planRow: PlanEvent | PlanPage | null;
  violations: ProofViolation[];
  screenshotId: string | null;
  /** Signed link that expires. */
  screenshot: string | null;
  /** Results of the row at other addresses of its page. */
  elsewhere: { page: string; status: ItemStatus }[];
};

const MAX_FINDINGS = 2_000;

/** `eventId`: may also be the id of a page, for its own row. Throws `not_found` for a row that the run did not judge. */
export async function readEventProof(
  ctx: OperationContext,
  caller: Caller,
  { run, eventId }: { run: Run; eventId: string },
): Promise<EventProof> {
  requireReadRight(caller);
  const pages = await auditedPages(ctx, run._id, (page) => ({
    page: { ...page, events: page.events.filter(({ planEventId }) => planEventId === eventId) },
    ids: page.events.map(({ planEventId }) => planEventId),
  }));
  const plan = await readTrackingPlan(ctx.models, run.projectId);
  const planRow = plan.events.find(({ id }) => id === eventId) ?? plan.pages.find(({ id }) => id === eventId) ?? null;
  const [worst, ...others] = rowsWorstFirst(pages.map(({ page }) => page));
  if (!worst) throw notJudged(run, eventId, planRow, [...new Set(pages.flatMap(({ ids }) => ids))]);
  const index = pages.find(({ page }) => page.url === worst.page)?.page.index ?? 0;
  const findings = await findingsOf(ctx, run, index, eventId);
  return {
    ...worst,
    planRow,
    violations: findings.map(({ rule, severity, outcome, message, help, evidence }) => ({
      rule,
      severity,
      outcome,
      message,
      help,
      attribute: textOf(evidence.attribute),
      expected: textOf(evidence.expected),
      where: textOf(evidence.where),
    })),
    screenshot: worst.screenshotId === null ? null : artifactUrl(ctx, worst.screenshotId),
    elsewhere: others.map(({ page, status }) => ({ page, status })),
  };
}

async function findingsOf({ models }: OperationContext, run: Run, pageIndex: number, id: string) {
  const place = { runId: run._id, pageIndex };
  const found = await findingsOnPage(models, place, { outcomes: OPEN_OUTCOMES, limit: MAX_FINDINGS });
  return found.filter(
    ({ evidence }) => evidence.planId === id || (Array.isArray(evidence.planIds) && evidence.planIds.includes(id)),
  );
}

function notJudged(
  run: Run,
  id: string,
  planRow: PlanEvent | PlanPage | null,
  judged: readonly string[],
): ProductError {
  const name = `"${id.slice(0, 120)}"`;
  if (planRow)
    return new ProductError(
      "not_found",
      `The run ${run._id} did not check ${name}: its page was not measured, has no address, or was planned later. Call run_full_audit (pillars: tracking), then ask again.`,
    );
  const hint = hintOf(id, judged, "tracking_get_audit_report lists them.");
  return new ProductError("not_found", `The run ${run._id} checked no row ${name} of the plan.${hint}`);
}
