import { proxyActivities, sleep } from "@temporalio/workflow";
import type { DeliverActivities } from "../activities/notify/deliver.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { POLICIES } from "./policies.ts";

/** Sends one message to one channel, with retries over a day until it arrives. The attempts are stored in the database. */
export async function deliverNotification(input: { deliveryId: string; queues: QueueNames }): Promise<void> {
  const { deliveryId, queues } = input;
  const { attemptDelivery } = proxyActivities<DeliverActivities>({
    ...POLICIES.deliver,
    taskQueue: queues.orchestration,
  });
  for (let attempt = 1; ; attempt++) {
    const { pauseMs } = await attemptDelivery({ deliveryId, attempt });
    if (pauseMs === null) return;
    await sleep(pauseMs);
  }
}
