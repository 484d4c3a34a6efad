// Compares a query with stored texts, by words and by meaning.

import {
  askedText,
  byScore,
  type Findable,
  type Found,
  type Prepared,
  prepare,
  ranking,
} from "../../domain/functional/find/rank.ts";
import { inTurns } from "../../platform/inTurns.ts";
import { type MeaningContext, meaningsOf } from "./meanings.ts";

/** Returns all items, best first, with the warnings that belong to the result. */
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
  const { count, score } = ranking(query, vectors);
  const found: Found[] = [];
  await inTurns(prepared, count);
  await inTurns(prepared, (one) => found.push(score(one)));
  return { found: found.sort(byScore), warnings: warning === null ? [] : [warning] };
}
