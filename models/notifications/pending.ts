// Checks whether any notification is waiting.
import type { Models } from "../index.ts";

/** Returns whether there are runs whose start or end was not announced, or deliveries that have not ended. */
export async function hasAnnouncements({ runs, notificationDeliveries }: Models): Promise<boolean> {
  const found = await Promise.all([
    runs.exists({ startOutbox: "waiting" }),
    runs.exists({ outbox: "waiting", status: { $in: ["completed", "failed"] } }),
    notificationDeliveries.exists({ status: "pending" }),
  ]);
  return found.some((one) => one !== null);
}
