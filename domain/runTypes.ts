// Run types: what a trigger may ask for, what the status endpoint calls it, and which workflow does it.
import { AUDIT_PILLARS, type AuditPillar, PILLAR_PARTS, type Pillar } from "./audit/pillars.ts";
import type { PillarDeclaration, RunDeclaration } from "./pillars/declaration.ts";
import {
  byPillar,
  byRunType,
  type CiTriggerOf,
  ciAuditsOf,
  ciTriggersOf,
  gatingRunOf,
  type RunOf,
  runsOf,
  type TriggerOf,
  typesByTrigger,
} from "./pillars/derive.ts";
import { DECLARED_PILLARS } from "./pillars/index.ts";
import type { PillarParts } from "./words/pillars.ts";
import { RUN_WORDS } from "./words/runs.ts";
import { RUN_STATUSES } from "./words/statuses.ts";

type Declared = typeof DECLARED_PILLARS;

/** What CI may ask for: the contract's table is closed. `analytics` is an alias of `tracking`. */
export type TriggerType = CiTriggerOf<Declared>;

/** What can be started alone. Privacy is not in CI's table and has a path of its own beside it. */
export type StartType = TriggerOf<Declared>;

/** The type of the full audit, whose parts are runs of the pillars' own types. */
export const FULL_AUDIT = RUN_WORDS["full-suite"].type;

export type StatusType = RunOf<Declared>["type"] | typeof FULL_AUDIT;

/** Trigger `type` → status `type`. */
export const RUN_TYPE_OF: Record<StartType, RunOf<Declared>["type"]> = typesByTrigger(DECLARED_PILLARS);

export const TRIGGER_TYPES = ciTriggersOf(DECLARED_PILLARS);

/** The audits that CI may ask for, by the name of their trigger. */
export const CI_AUDITS = ciAuditsOf(DECLARED_PILLARS);
export type CiAudit = (typeof CI_AUDITS)[number];

export { RUN_STATUSES };
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Which workflow does a run of this type. */
export const WORKFLOW_OF: Record<StatusType, string> = {
  ...byRunType(DECLARED_PILLARS, ({ workflow }) => workflow),
  [FULL_AUDIT]: "fullSuite",
};

/** The run type of a pillar; null: no run of this installation does it. */
export const TYPE_OF_PILLAR: Record<Pillar, StatusType | null> = byPillar(
  DECLARED_PILLARS,
  ({ runs: [first] }) => first?.type ?? null,
);

/** The run type by which the gate judges a pillar; null: it does not gate. */
export const GATING_TYPE: Record<Pillar, StatusType | null> = byPillar(
  DECLARED_PILLARS,
  (pillar) => gatingRunOf<RunDeclaration & { type: StatusType }>(pillar)?.type ?? null,
);

/** The pillar that a run of this type belongs to; a baseline is the visual pillar's. A full audit belongs to none. */
export function pillarOf(type: StatusType): Pillar | null {
  return DECLARED_PILLARS.find(({ runs }) => runs.some((run) => run.type === type))?.name ?? null;
}

/** The audit pillar of a run of this type, null for runs that are no audits of pages. */
export function auditPillarOf(type: StatusType): AuditPillar | null {
  const pillar = pillarOf(type);
  return AUDIT_PILLARS.find((one) => one === pillar) ?? null;
}

const RUNS: readonly RunDeclaration[] = runsOf(DECLARED_PILLARS);

/** Whether the verdict of a run of this type says that the site is good. Such runs are reported, notified and scheduled. */
export const gates = (type: StatusType): boolean =>
  type === FULL_AUDIT || (RUNS.find((run) => run.type === type)?.gates ?? false);

/** What a run of this type is made of; of a full audit runs of the pillars. */
export function partsOfType(type: StatusType): PillarParts | "runs" {
  const pillar = pillarOf(type);
  return pillar === null ? "runs" : PILLAR_PARTS[pillar];
}

/** Whether the report of a run of this type exists as a workbook too. */
export const hasWorkbook = (type: StatusType): boolean =>
  DECLARED_PILLARS.some(
    ({ audit, runs }: PillarDeclaration) => audit?.workbook === true && runs.some((run) => run.type === type),
  );

/** What the shots of a run of this type become; null: it has none, and uses no snapshots. */
export function shotKindOf(type: StatusType): "visual" | "baseline" | null {
  return RUNS.find((run) => run.type === type)?.shots ?? null;
}

/** Run types that are made of screenshots. */
export const SHOT_RUN_TYPES: readonly StatusType[] = RUNS.filter(({ shots }) => shots).map(
  ({ type }) => type as StatusType,
);

/** What people call a run of each type. */
export const RUN_NAME: Record<StatusType, string> = {
  ...byRunType(DECLARED_PILLARS, ({ name }) => name),
  [FULL_AUDIT]: RUN_WORDS[FULL_AUDIT].name,
};
