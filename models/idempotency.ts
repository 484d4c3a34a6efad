// Calls with an Idempotency-Key.
import type { Models } from "./index.ts";

/** Forgets the calls that were made before then. */
export async function forgetIdempotencyKeys(models: Models, before: Date): Promise<void> {
  await models.idempotency.deleteMany({ createdAt: { $lt: before } });
}
