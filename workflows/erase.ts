import { CancellationScope, ContinueAsNew, patched, proxyActivities, sleep } from "@temporalio/workflow";
import type { ErasureActivities } from "../activities/erasure/erasure.ts";
import { ERASURE_STEPS, type ErasurePart, LAST_STEPS, SETTLING_MS } from "../domain/erasure/erasure.ts";
import { sentenceOfFailure } from "../domain/failureSentences.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { continueOn } from "./continueOn.ts";
import { POLICIES } from "./policies.ts";

/** Maximum number of projects and people per execution: each adds up to 60 events to its history, and Temporal allows 51,200. */
const PARTS_PER_EXECUTION = 200;
const IN_PIECES = "erase-in-pieces";

/** `parts`: what earlier executions left, in the order of deletion. `partsPerExecution`: 200 by default; set by tests. */
export type EraseInput = {
  erasureId: string;
  queues: QueueNames;
  parts?: readonly ErasurePart[];
  partsPerExecution?: number;
};

/** Deletes everything of a project, an organisation or a person. The history contains only ids; a repeated step continues where it stopped. */
export async function erase(input: EraseInput): Promise<void> {
  const { erasureId, queues, partsPerExecution: most = PARTS_PER_EXECUTION } = input;
  const taskQueue = queues.orchestration;
  const { beginErasure, endErasure } = proxyActivities<ErasureActivities>({ ...POLICIES.database, taskQueue });
  const { eraseStep } = proxyActivities<ErasureActivities>({ ...POLICIES.cleanup, taskQueue });
  const left = input.parts ?? (await beginErasure({ erasureId }));
  if (left === null) return;
  try {
    const parts = left.length > most && patched(IN_PIECES) ? left.slice(0, most) : left;
    for (const part of parts)
      for (const step of ERASURE_STEPS[part.kind]) await eraseStep({ erasureId, ...part, step });
    await sleep(SETTLING_MS);
    for (const part of parts) for (const step of LAST_STEPS[part.kind]) await eraseStep({ erasureId, ...part, step });
    // The organisation is the last part, so everything that belongs to it has been deleted by then.
    if (parts.length < left.length) await continueOn<typeof erase>({ ...input, parts: left.slice(parts.length) });
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    await CancellationScope.nonCancellable(() => endErasure({ erasureId, error: sentenceOfFailure(error) }));
    throw error;
  }
  await endErasure({ erasureId, error: null });
}
