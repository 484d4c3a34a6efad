// What of a branch older runs left failing or undecided and a run did not look at: asked by gate and health.
import type { LeftOpen } from "../../../domain/health/leftOpen.ts";
import { partsOfType } from "../../../domain/runTypes.ts";
import type { NewestRun } from "../../../models/problems/earlier.ts";
import { failedAndNotRun } from "../../../models/problems/notRun.ts";
import { openOfEarlierRuns } from "../../../models/reviewItems/earlier.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Of visual and functional runs; of audits it is empty. */
export async function leftOpenOf(
  { models, now }: Pick<OperationContext, "models" | "now">,
  run: NewestRun,
  mainBranch?: string,
): Promise<LeftOpen> {
  const at = now();
  switch (partsOfType(run.type)) {
    case "shots":
      return { earlier: await openOfEarlierRuns(models, run, at, mainBranch) };
    case "scenarios":
      return { notRun: await failedAndNotRun(models, run, at, mainBranch) };
    default:
      return {};
  }
}
