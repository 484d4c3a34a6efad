// Lists the parts of a run (pictures, pages, functional scenarios) that needed several attempts.
import { auditPillarOf, shotKindOf } from "../../domain/runTypes.ts";
import type { AuditPageRecord } from "../auditPages/schema.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { ScenarioRun } from "../scenarioRuns/schema.ts";
import type { Shot } from "../shots/schema.ts";
import type { Run } from "./schema.ts";

type RunRef = Pick<Run, "_id" | "type">;

export type TriedAgain = {
  id: string;
  label: string;
  place: string;
  attempts: number;
  status: string;
  flaky: boolean;
  /** Milliseconds per step; for a functional scenario, of all attempts together. */
  timings: Record<string, number>;
  decidedAt: string | null;
};

const COMMON = { attempts: 1, status: 1, decidedAt: 1 } as const;
const SHOT = { ...COMMON, scenarioLabel: 1, selector: 1, viewport: 1, browser: 1, flaky: 1, timings: 1 } as const;
const PAGE = { ...COMMON, key: 1, timings: 1 } as const;
const SCENARIO = { ...COMMON, name: 1, featureName: 1, viewport: 1, browser: 1, flaky: 1, duration: 1 } as const;

/** Returns parts with more than one attempt, in the order of the run. */
export async function attemptsOfRun(models: Models, run: RunRef, limit: number): Promise<TriedAgain[]> {
  const wanted = { runId: run._id, attempts: { $gt: 1 } };
  const sort = { index: 1 } as const;
  const found: TriedAgain[] = [];
  type Part = Pick<TriedAgain, "attempts" | "status"> & { _id: string; decidedAt: Date | null };
  const add = (
    { _id, attempts, status, decidedAt }: Part,
    shown: Pick<TriedAgain, "label" | "place" | "flaky" | "timings">,
  ): void => void found.push({ id: _id, ...shown, attempts, status, decidedAt: decidedAt?.toISOString() ?? null });
  if (shotKindOf(run.type)) {
    await eachInTurns<Shot>(models.shots, wanted, { fields: SHOT, sort, limit }, (shot) => {
      const { scenarioLabel, selector, viewport, browser, flaky, timings } = shot;
      const place = `${selector ? `${selector}, ` : ""}${viewport}, ${browser}`;
      add(shot, { label: scenarioLabel, place, flaky, timings });
    });
  } else if (auditPillarOf(run.type)) {
    await eachInTurns<AuditPageRecord>(models.auditPages, wanted, { fields: PAGE, sort, limit }, (page) =>
      add(page, { label: page.key, place: "", flaky: false, timings: page.timings }),
    );
  } else {
    await eachInTurns<ScenarioRun>(models.scenarioRuns, wanted, { fields: SCENARIO, sort, limit }, (one) => {
      const { name, featureName, viewport, browser, flaky, duration } = one;
      add(one, {
        label: name,
        place: `${featureName}, ${viewport}, ${browser}`,
        flaky,
        timings: { attempts: duration },
      });
    });
  }
  return found;
}
