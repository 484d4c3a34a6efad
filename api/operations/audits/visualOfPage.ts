// Screenshots of one page in the latest visual runs.
import type { PagePillarHealth } from "../../../domain/health/pageHealth.ts";
import { shownByShot, VISUAL_FIELDS } from "../../../models/problems/results.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { RunRow } from "../health/healthRuns.ts";
import { type PageJudging, resultsOnPage } from "./resultsOnPage.ts";

export type VisualVerdict = {
  scenarioLabel: string;
  viewport: string;
  browser: string;
  status: Shot["status"];
  mismatchPercent: number | null;
  reason: string | null;
  /** Whether people accepted or snoozed all that is wrong with it. */
  setAside: boolean;
};

/** Maximum number of screenshots of one scenario. */
const MAX_SHOTS = 200;
const FIELDS = { scenarioLabel: 1, viewport: 1, browser: 1, status: 1, mismatchPercent: 1, reasons: 1 } as const;
type Row = Pick<Shot, "_id" | keyof typeof FIELDS>;

const isGood = ({ status }: Row): boolean => status === "passed" || status === "approved";
const reasonOf = ({ reasons }: Row): string | null => reasons[0]?.message ?? null;

/** `runs` must be sorted newest first. `scenarioIds`: the scenarios of the page. */
export async function visualResults(
  ctx: OperationContext,
  runs: readonly RunRow[],
  scenarioIds: ReadonlySet<string>,
  judging: PageJudging,
): Promise<{ health: PagePillarHealth; latest: VisualVerdict[] }> {
  const { models } = ctx;
  const { health, latest } = await resultsOnPage<Row>(ctx, runs, judging, {
    pillar: "visual",
    isGood,
    reasonOf,
    async read({ _id: runId }) {
      const shots: Row[] = [];
      for (const scenarioId of scenarioIds)
        shots.push(
          ...(await shotsOf(models, { runId, scenarioIds: [scenarioId] }, { fields: FIELDS, limit: MAX_SHOTS })),
        );
      return shots;
    },
    async shownBy(run, shots) {
      const ids = shots.filter((shot) => !isGood(shot)).map(({ _id }) => _id);
      // What problems are read from is large, so only those that did not pass are read with it.
      const bad = ids.length > 0 ? await shotsOf(models, { runId: run._id, ids }, { fields: VISUAL_FIELDS }) : [];
      return new Map(bad.map((shot) => [shot._id, shownByShot(run, shot)]));
    },
  });
  return {
    health,
    latest: latest.map(({ part, setAside }) => {
      const { scenarioLabel, viewport, browser, status, mismatchPercent } = part;
      return { scenarioLabel, viewport, browser, status, mismatchPercent, reason: reasonOf(part), setAside };
    }),
  };
}
