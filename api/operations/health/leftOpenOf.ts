// Failures and undecided changes that older runs of a branch left and this run did not cover; used by the gate and by health.
import type { LeftOpen } from "../../../domain/health/leftOpen.ts";
import { partsOfType } from "../../../domain/runTypes.ts";
import type { Judging, NewestRun } from "../../../models/problems/earlier.ts";
import { failedAndNotRun } from "../../../models/problems/notRun.ts";
import { openOfEarlierRuns } from "../../../models/reviewItems/earlier.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Returns them for visual and functional runs; empty for audits. */
export async function leftOpenOf(
  { models, now }: Pick<OperationContext, "models" | "now">,
  run: NewestRun,
  judging: Judging,
): Promise<LeftOpen> {
  const at = now();
  switch (partsOfType(run.type)) {
    case "shots":
      return { earlier: await openOfEarlierRuns(models, run, at, judging) };
    case "scenarios":
      return { notRun: await failedAndNotRun(models, run, at, judging) };
    default:
      return {};
  }
}
