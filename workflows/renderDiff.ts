import { proxyActivities } from "@temporalio/workflow";
import type { PictureActivities } from "../activities/compare/renderDiff.ts";
import { POLICIES } from "./policies.ts";

/** Creates the diff picture of one shot on request; returns its artifact id. */
export async function renderDiff(shotId: string): Promise<string> {
  const { renderDiffPicture } = proxyActivities<PictureActivities>(POLICIES.picture);
  return renderDiffPicture(shotId);
}
