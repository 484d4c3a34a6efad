// Run types: the names that triggers accept, the names that the status endpoint returns, and their workflows.
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
import type { BrowserName } from "./words/browsers.ts";
import type { PillarParts } from "./words/pillars.ts";
import { RUN_WORDS, type RunWords } from "./words/runs.ts";
import { RUN_STATUSES } from "./words/statuses.ts";

type Declared = typeof DECLARED_PILLARS;

/** Types that CI can trigger; the contract's table is closed. `analytics` is an alias of `tracking`. */
export type TriggerType = CiTriggerOf<Declared>;

/** Types that can be started on their own. Privacy is not in the table for CI and has a separate path. */
export type StartType = TriggerOf<Declared>;

/** Type of the full audit, which consists of runs of the pillars' types. */
export const FULL_AUDIT = RUN_WORDS["full-suite"].type;

export type StatusType = RunOf<Declared>["type"] | typeof FULL_AUDIT;

/** Maps the `type` of a trigger to the `type` of a status. */
export const RUN_TYPE_OF: Record<StartType, RunOf<Declared>["type"]> = typesByTrigger(DECLARED_PILLARS);

export const TRIGGER_TYPES = ciTriggersOf(DECLARED_PILLARS);

/** The audits that CI can trigger, by trigger name. */
export const CI_AUDITS = ciAuditsOf(DECLARED_PILLARS);
export type CiAudit = (typeof CI_AUDITS)[number];

export { RUN_STATUSES };
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The workflow of each run type. */
export const WORKFLOW_OF: Record<StatusType, string> = {
  ...byRunType(DECLARED_PILLARS, ({ workflow }) => workflow),
  [FULL_AUDIT]: "fullSuite",
};

/** The run type of each pillar; null if no run of this installation covers the pillar. */
export const TYPE_OF_PILLAR: Record<Pillar, StatusType | null> = byPillar(
  DECLARED_PILLARS,
  ({ runs: [first] }) => first?.type ?? null,
);

/** The run type by which the gate judges each pillar; null if the pillar does not gate. */
export const GATING_TYPE: Record<Pillar, StatusType | null> = byPillar(
  DECLARED_PILLARS,
  (pillar) => gatingRunOf<RunDeclaration & { type: StatusType }>(pillar)?.type ?? null,
);

/** Returns the pillar of a run type; baselines belong to the visual pillar. null for a full audit. */
export function pillarOf(type: StatusType): Pillar | null {
  return DECLARED_PILLARS.find(({ runs }) => runs.some((run) => run.type === type))?.name ?? null;
}

/** Returns the audit pillar of a run type, or null if it is not an audit of pages. */
export function auditPillarOf(type: StatusType): AuditPillar | null {
  const pillar = pillarOf(type);
  return AUDIT_PILLARS.find((one) => one === pillar) ?? null;
}

const RUNS: readonly RunDeclaration[] = runsOf(DECLARED_PILLARS);

/** Returns whether the verdict of such a run states whether the site is good. These runs are reported, notified and scheduled. */
export const gates = (type: StatusType): boolean =>
  type === FULL_AUDIT || (RUNS.find((run) => run.type === type)?.gates ?? false);

/** Returns what a run of this type consists of: parts of its pillar or, for a full audit, runs. */
export function partsOfType(type: StatusType): PillarParts | "runs" {
  const pillar = pillarOf(type);
  return pillar === null ? "runs" : PILLAR_PARTS[pillar];
}

/** Returns whether the report of such a run is also available as a workbook. */
export const hasWorkbook = (type: StatusType): boolean =>
  DECLARED_PILLARS.some(
    ({ audit, runs }: PillarDeclaration) => audit?.workbook === true && runs.some((run) => run.type === type),
  );

/** Returns the browsers that a run of this type uses, of those asked for; Chromium if none was. */
export function browsersOf(type: StatusType, asked: readonly BrowserName[] = []): BrowserName[] {
  const { choosesBrowsers }: RunWords = RUN_WORDS[type];
  return choosesBrowsers && asked.length > 0 ? [...new Set(asked)] : ["chromium"];
}

/** Returns the kind of a run type's screenshots, or null if it has none and uses no snapshots. */
export function shotKindOf(type: StatusType): "visual" | "baseline" | null {
  return RUNS.find((run) => run.type === type)?.shots ?? null;
}

/** Run types that consist of screenshots. */
export const SHOT_RUN_TYPES: readonly StatusType[] = RUNS.filter(({ shots }) => shots).map(
  ({ type }) => type as StatusType,
);

/** Name of each run type as people read it. */
export const RUN_NAME: Record<StatusType, string> = {
  ...byRunType(DECLARED_PILLARS, ({ name }) => name),
  [FULL_AUDIT]: RUN_WORDS[FULL_AUDIT].name,
};

/** Name of each run type in a sentence, with its article: "an SEO audit". */
export const RUN_IN_SENTENCE: Record<StatusType, string> = {
  ...byRunType(DECLARED_PILLARS, ({ inSentence }) => inSentence),
  [FULL_AUDIT]: RUN_WORDS[FULL_AUDIT].inSentence,
};

/** Returns the name of a run type in a sentence, without an article: "SEO audit". */
export const runNoun = (type: StatusType): string => RUN_IN_SENTENCE[type].replace(/^an? /, "");
