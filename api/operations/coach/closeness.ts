// How close a question is in meaning to example questions.
import { cosine } from "../../../domain/functional/find/embedder.ts";
import { meaningsOf } from "../../../models/textVectors/meanings.ts";
import type { OperationContext } from "../../lib/context.ts";

/** The closeness by example, -1 to 1; undefined where texts can be compared by their words only. */
export async function closenessTo(
  ctx: OperationContext,
  message: string,
  examples: readonly string[],
): Promise<((example: string) => number) | undefined> {
  const { vectors } = await meaningsOf(ctx, [message, ...examples]);
  const own = vectors.get(message);
  if (own === undefined) return undefined;
  return (example) => {
    const other = vectors.get(example);
    return other === undefined ? 0 : cosine(own, other);
  };
}
