// How many parts of one run are in flight: the runs of a project share one window, so that many of them leave room for others.
import { shareOfWindow } from "../../domain/durable/window.ts";
import type { Models } from "../../models/index.ts";
import { openRunCount } from "../../models/runs/queries.ts";

/** `window`: of a run that is the project's only one. */
export async function projectWindow(models: Models, projectId: string, window: number): Promise<number> {
  return shareOfWindow(window, await openRunCount(models, projectId));
}
