// Semantic similarity between a question and example questions.
import { cosine } from "../../../domain/functional/find/embedder.ts";
import { meaningsOf } from "../../../models/textVectors/meanings.ts";
import type { OperationContext } from "../../lib/context.ts";

/**
 * Returns a function that gives the similarity (-1 to 1) of each example; undefined if no embeddings are available and texts can only be
 * compared by words.
 */
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
