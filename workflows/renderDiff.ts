import { proxyActivities } from "@temporalio/workflow";
import type { PictureActivities } from "../activities/compare/renderDiff.ts";

/** Makes the diff picture of one shot when somebody asks for it; answers its artifact id. */
export async function renderDiff(shotId: string): Promise<string> {
  const { renderDiffPicture } = proxyActivities<PictureActivities>({
    startToCloseTimeout: "60s",
    retry: { maximumAttempts: 3 },
  });
  return renderDiffPicture(shotId);
}
