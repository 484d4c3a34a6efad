// The parts of a full audit as its page lists them. Pure.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import type { RunRow } from "../../lib/runs.ts";
import { PILLARS } from "../../lib/words.ts";

/** `run` null: it has not been planned yet. */
export type Part = { pillar: string; run: RunRow | null };

/** In the order of the pillars, so that no row moves while the audit goes on. */
export function auditParts({ pillars, awaited }: Pick<AppRun, "pillars" | "awaited">): Part[] {
  const parts: Part[] = [
    ...pillars.map((run) => ({ pillar: run.pillar ?? run.type, run })),
    ...awaited.map((pillar) => ({ pillar, run: null })),
  ];
  const placeOf = ({ pillar }: Part): number => PILLARS.findIndex(({ name }) => name === pillar);
  return parts.toSorted((a, b) => placeOf(a) - placeOf(b));
}
