// Seals what is stored for later use, under the key that everything else was sealed with.
import { ProductError } from "../../domain/errors.ts";
import { SealError } from "../../platform/sealing.ts";
import type { OperationContext } from "./context.ts";

/** Two keys in one database could not both be opened: throws conflict where SVC_SECRET_KEY has changed. */
export async function sealJson(ctx: Pick<OperationContext, "models" | "sealer">, value: object): Promise<string> {
  const { models, sealer } = ctx;
  const environment = await models.environments.findOne({ sealedAccess: { $ne: null } }, { sealedAccess: 1 }).lean();
  const channel = await models.notificationChannels.findOne({ sealed: { $ne: null } }, { sealed: 1 }).lean();
  try {
    for (const text of [environment?.sealedAccess, channel?.sealed]) if (text) sealer.open(text);
  } catch (error) {
    if (error instanceof SealError)
      throw new ProductError(
        "conflict",
        "SVC_SECRET_KEY is not the one under which this database's access data was saved.",
      );
    throw error;
  }
  return sealer.seal(JSON.stringify(value));
}
