import type { Client } from "@temporalio/client";
import type { DeliveryStart } from "../../domain/engine.ts";
import { workflowIdOfDelivery } from "../../domain/ids.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import { startWorkflow } from "./startWorkflow.ts";

/** Starts the workflow of a delivery; no-op if it exists, running or ended. Rejects with the client's ServiceError. */
export function startDeliveryWorkflow(client: Client, queues: QueueNames, delivery: DeliveryStart): Promise<void> {
  const { deliveryId, projectId, projectSlug } = delivery;
  return startWorkflow(client, queues, {
    workflow: "deliverNotification",
    workflowId: workflowIdOfDelivery(deliveryId),
    input: { deliveryId },
    memo: { deliveryId },
    labels: { type: "notification", projectSlug, environment: "" },
    turn: { projectId },
  });
}
