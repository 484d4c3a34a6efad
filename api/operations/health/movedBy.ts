// What changed a project's score since the previous run.
import {
  beforeNewest,
  type Mover,
  type Moves,
  moverOf,
  moversOf,
  movesOf,
  newestOf,
} from "../../../domain/health/movedBy.ts";
import { siteHealth } from "../../../domain/health/siteHealth.ts";
import type { HealthInput, PillarHealth } from "../../../domain/health/types.ts";
import { problemsChangedIn } from "../../../models/problems/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

export type ScoreChange = Moves & { movedBy: Mover[] };

/** `now`: the health computed from `input`. */
export async function scoreChange(
  { models }: Pick<OperationContext, "models">,
  input: HealthInput,
  now: readonly PillarHealth[],
): Promise<ScoreChange> {
  const moves = movesOf(now, siteHealth(beforeNewest(input)).pillars);
  const movedBy = await Promise.all(
    moversOf(moves).map(async (mover) => {
      const newest = newestOf(input.runs[mover.pillar]);
      return moverOf(mover, newest ? await problemsChangedIn(models, newest.runId) : []);
    }),
  );
  return { ...moves, movedBy };
}
