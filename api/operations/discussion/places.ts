// Maps conversations to the screenshots of a run: those of the same place on the same branch.
import type { Seen } from "../../../domain/discussion/thread.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import { lineOf } from "../../../models/problems/refresh.ts";
import { placeIdOf } from "../../../models/reviewThreads/keys.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { eachShotOfRun, shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

const PLACE = { scenarioId: 1, selector: 1, viewport: 1, browser: 1, mode: 1 } as const;
const SEEN = { "regions.box": 1, "regions.selector": 1, artifacts: 1, index: 1 } as const;

/** `index`: index of the screenshot in its run. */
export type SeenPlace = Seen & { index: number };

/** Returns the branch as conversations and problems store it: "" for the main branch. */
export const lineOfRun = async ({ models }: OperationContext, run: Run): Promise<string> =>
  (await lineOf(models, run)).line;

type Placed = Pick<Shot, "scenarioId" | "selector" | "viewport" | "browser" | "mode">;

export const placeOf = (run: Run, line: string, shot: Placed): string =>
  placeIdOf({
    projectId: run.projectId,
    line,
    scenarioId: shot.scenarioId,
    selector: shot.selector,
    viewport: shot.viewport,
    browser: shot.browser,
    ...modeField(shot),
  });

type SeenShot = Pick<Shot, "_id" | "index" | "artifacts" | "regions">;

export const seenOf = ({ _id, index, artifacts, regions }: SeenShot): SeenPlace => ({
  shotId: _id,
  index,
  picture: artifacts.test,
  regions: regions.map(({ box, selector }) => ({ box, selector })),
});

/** Returns the run's screenshots of these places, keyed by place. */
export async function seenPlaces(
  { models }: OperationContext,
  run: Run,
  line: string,
  wanted: ReadonlySet<string>,
): Promise<Map<string, SeenPlace>> {
  const placeByShot = new Map<string, string>();
  if (wanted.size === 0) return new Map();
  await eachShotOfRun(models, run._id, { fields: PLACE }, (shot) => {
    const place = placeOf(run, line, shot);
    if (wanted.has(place)) placeByShot.set(shot._id, place);
  });
  if (placeByShot.size === 0) return new Map();
  const choice = { runId: run._id, ids: [...placeByShot.keys()] };
  const shots = await shotsOf(models, choice, { fields: SEEN as never });
  return new Map((shots as Shot[]).map((shot) => [placeByShot.get(shot._id) ?? "", seenOf(shot)]));
}
