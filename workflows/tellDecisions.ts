import { condition, proxyActivities, setHandler } from "@temporalio/workflow";
import type { TellActivities } from "../activities/notify/tellVerdicts.ts";
import { decidedSignal } from "./messages.ts";
import { POLICIES } from "./policies.ts";

/** Decisions that follow each other so closely are told as one, and none waits longer than the second time. */
const QUIET_MS = 1_000;
const MOST_MS = 5_000;

/**
 * Has statuses and comments follow what people decide, seconds after it; started by the first decision of a project and told of each
 * further one. What it misses is found by the round of `tellVerdicts`.
 */
export async function tellDecisions(): Promise<void> {
  const { tellVerdicts } = proxyActivities<TellActivities>(POLICIES.reconcile);
  let decided = 0;
  let told = 0;
  setHandler(decidedSignal, () => {
    decided += 1;
  });
  do {
    const until = Date.now() + MOST_MS;
    let seen = decided;
    while (Date.now() < until && (await condition(() => decided !== seen, QUIET_MS))) seen = decided;
    told = decided;
    await tellVerdicts();
  } while (told !== decided);
}
