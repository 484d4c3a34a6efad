// Whether anything waits to be told.
import type { Models } from "../index.ts";

/** Runs whose start or end nobody was told of, and messages that are under way. */
export async function hasAnnouncements({ runs, notificationDeliveries }: Models): Promise<boolean> {
  const found = await Promise.all([
    runs.exists({ startOutbox: "waiting" }),
    runs.exists({ outbox: "waiting", status: { $in: ["completed", "failed"] } }),
    notificationDeliveries.exists({ status: "pending" }),
  ]);
  return found.some((one) => one !== null);
}
