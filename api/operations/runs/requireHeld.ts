// Checks whether a run can be compared with an earlier one by the figures that its caller names.
import { HAS_METRICS, isAudit, type Pillar } from "../../../domain/audit/pillars.ts";
import { namesIn, notMeasuredBy, type WorseLimits } from "../../../domain/audit/worse.ts";
import { fieldError } from "../../../domain/errors.ts";
import { FULL_AUDIT, pillarOf, RUN_NAME, type StatusType } from "../../../domain/runTypes.ts";
import { inWords } from "../../../domain/text.ts";

/** Throws `validation_error` if no part of the run measures a named figure. */
export function requireHeld(limits: WorseLimits, type: StatusType, extra: Record<string, unknown>): void {
  const { pillars: chosen = [] } = extra as { pillars?: Pillar[] };
  const own = pillarOf(type);
  const pillars = (type === FULL_AUDIT ? chosen : own === null ? [] : [own]).filter(isAudit);
  const lacking = namesIn(limits).filter((name) =>
    pillars.every((pillar) => notMeasuredBy(limits, { metrics: HAS_METRICS[pillar] }).includes(name)),
  );
  if (lacking.length === 0) return;
  throw fieldError("worse", `worse: ${RUN_NAME[type]} does not measure ${inWords(lacking)}.`);
}
