// Seals what is stored for later use, under the key that everything else was sealed with.
import { ProductError } from "../../domain/errors.ts";
import { sealedTexts } from "../../models/sealedData.ts";
import { SealError } from "../../platform/sealing.ts";
import type { OperationContext } from "./context.ts";

/** Two keys in one database could not both be opened: throws conflict where SVC_SECRET_KEY has changed. */
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
