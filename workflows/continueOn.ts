import { CancelledFailure } from "@temporalio/common";
import { CancellationScope, continueAsNew, type Workflow } from "@temporalio/workflow";

/**
 * Continues in a new execution with an empty history. A cancellation applies only to the execution that receives it: one that arrives
 * while this execution is waiting for its last write would be lost, so it takes effect here. Always throws.
 */
export async function continueOn<F extends Workflow>(...args: Parameters<F>): Promise<never> {
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure("Cancelled before it continued.");
  return continueAsNew<F>(...args);
}
