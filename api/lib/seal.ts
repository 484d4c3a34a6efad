// Seals values that are stored for later use, with the same key as everything else in the database.
import { ProductError } from "../../domain/errors.ts";
import { sealedTexts } from "../../models/sealedData.ts";
import { SealError } from "../../platform/sealing.ts";
import type { OperationContext } from "./context.ts";

/** Seals a value. Throws conflict if SVC_SECRET_KEY has changed, because values sealed with two different keys could not both be opened. */
export async function sealJson(ctx: Pick<OperationContext, "models" | "sealer">, value: object): Promise<string> {
  const { models, sealer } = ctx;
  try {
    for (const text of await sealedTexts(models)) sealer.open(text);
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
