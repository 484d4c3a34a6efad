// Lists the parts of a full audit for its page. Pure functions.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import type { RunRow } from "../../lib/runs.ts";
import { PILLARS } from "../../lib/words.ts";

/** `run` is null if it has not been planned yet. */
export type Part = { pillar: string; run: RunRow | null };

/** Returns the parts in pillar order, so that rows do not move while the audit is running. */
export function auditParts({ pillars, awaited }: Pick<AppRun, "pillars" | "awaited">): Part[] {
  const parts: Part[] = [
    ...pillars.map((run) => ({ pillar: run.pillar ?? run.type, run })),
    ...awaited.map((pillar) => ({ pillar, run: null })),
  ];
  const placeOf = ({ pillar }: Part): number => PILLARS.findIndex(({ name }) => name === pillar);
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b));
}
