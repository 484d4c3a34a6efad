import { CancelledFailure } from "@temporalio/common";
import { CancellationScope, continueAsNew, type Workflow } from "@temporalio/workflow";

/**
 * Goes on in a new execution, whose history is empty. A cancel belongs to the execution that it reached: one that came while
 * this one only waited for its last write would be lost with it, so it is obeyed here. Throws in any case.
 */
export async function continueOn<F extends Workflow>(...args: Parameters<F>): Promise<never> {
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure("Cancelled before it continued.");
  return continueAsNew<F>(...args);
}
