// Recognizes and describes runs of a part of a project. Their score says nothing about the rest.
import type { Pillar } from "../audit/pillars.ts";
import { optionsOf, takesAll } from "../functional/runOptions.ts";
import { partsOfType, type StatusType } from "../runTypes.ts";

/** Number of scenarios that a run was limited to, and number that the project had at the time. */
export type RunPart = { scenarios: number; of: number };

/** What a full audit stores about its pillars. `named`: whether it is only about them. `asked`: of a rerun of what failed, also those that had passed. */
export type AuditExtra = { named?: boolean; asked?: Pillar[]; pillars?: Pillar[] };

type Limited = { type: StatusType; scenarios: readonly string[] | null; extra: Readonly<Record<string, unknown>> };

/** Returns whether the run was limited to some scenarios, features or tags. */
export function isPart({ type, scenarios, extra }: Limited): boolean {
  return partsOfType(type) === "scenarios" ? !takesAll(optionsOf(extra)) : scenarios !== null;
}

/** Returns a key of what the run was limited to, the same for every run limited to the same; null if it includes everything. */
export function partKey(run: Limited): string | null {
  if (!isPart(run)) return null;
  const { featureIds, scenarioIds, tags } = optionsOf(run.extra);
  return JSON.stringify([...[run.scenarios, featureIds, scenarioIds].map((ids) => ids?.toSorted() ?? null), tags]);
}

const pillarsOf = ({ asked, pillars }: AuditExtra): Pillar[] | null => (asked ?? pillars)?.toSorted() ?? null;

/**
 * Returns the pillars that a full audit is limited to; null for any other run, and for an audit of whatever the project has. In an audit by
 * an earlier version, which did not store that, every list is a limit.
 */
export const pillarsCovered = (extra: Limited["extra"]): Pillar[] | null =>
  (extra as AuditExtra).named === false ? null : pillarsOf(extra);

type Covering = Limited & { environmentId: string | null; upload?: unknown; pages?: unknown };

/** Returns whether a later run is about all that an earlier one of its type is about, so that the earlier result no longer counts. */
export function replaces(later: Covering, earlier: Covering): boolean {
  const [part, pillars] = [partKey(later), pillarsCovered(later.extra)];
  return (
    later.environmentId === earlier.environmentId &&
    Boolean(later.upload) === Boolean(earlier.upload) &&
    (later.pages ?? null) === (earlier.pages ?? null) &&
    (part === null || part === partKey(earlier)) &&
    (pillars === null || (pillarsOf(earlier.extra) ?? []).every((pillar) => pillars.includes(pillar)))
  );
}

/** Returns "3 of 12 scenarios", or null if the run includes all of them or they were not counted. */
export const partWords = (part: RunPart | null | undefined): string | null =>
  part && part.scenarios < part.of ? `${part.scenarios} of ${part.of} scenarios` : null;
