// Holds a query against stored texts, by words and by meaning.

import { askedText, type Findable, type Found, type Prepared, prepare, rank } from "../domain/functional/find/rank.ts";
import { inTurns } from "../platform/inTurns.ts";
import { type MeaningContext, meaningsOf } from "./meanings.ts";

/** All items, best first, with the warnings that belong to the answer. */
export async function findBest(
  ctx: MeaningContext,
  query: string,
  items: readonly Findable[],
): Promise<{ found: Found[]; warnings: string[] }> {
  if (items.length === 0) return { found: [], warnings: [] };
  const prepared: Prepared[] = [];
  await inTurns(items, (item) => prepared.push(prepare(item)));
  const texts = [askedText(query), ...prepared.flatMap(({ title, text }) => [title, text])];
  const { vectors, warning } = await meaningsOf(ctx, texts);
  return { found: rank(query, prepared, vectors), warnings: warning === null ? [] : [warning] };
}
