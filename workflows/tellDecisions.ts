import { condition, proxyActivities, setHandler } from "@temporalio/workflow";
import type { TellActivities } from "../activities/notify/tellVerdicts.ts";
import { decidedSignal } from "./messages.ts";
import { POLICIES } from "./policies.ts";

/** Decisions less than QUIET_MS apart are reported together; no decision waits longer than MAX_MS. */
const QUIET_MS = 1_000;
const MAX_MS = 5_000;

/**
 * Updates statuses and comments seconds after people decide. Started by the first decision of a project; each further one sends a signal.
 * The regular round of `tellVerdicts` picks up what this workflow misses.
 */
export async function tellDecisions(): Promise<void> {
  const { tellVerdicts } = proxyActivities<TellActivities>(POLICIES.reconcile);
  let decided = 0;
  let told = 0;
  setHandler(decidedSignal, () => {
    decided += 1;
  });
  do {
    const until = Date.now() + MAX_MS;
    let seen = decided;
    while (Date.now() < until && (await condition(() => decided !== seen, QUIET_MS))) seen = decided;
    told = decided;
    await tellVerdicts();
  } while (told !== decided);
}
