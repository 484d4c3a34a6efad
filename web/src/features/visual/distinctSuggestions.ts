// Merges the rules that several flaky results suggest. Pure.
import type { AppRuleSuggestions } from "../../../../api/endpoints/answers/app/steady.ts";

export type Suggestion = AppRuleSuggestions["suggestions"][number];

/** Returns each element once, as the first result has it, because mostly the same elements move in every viewport. */
export function distinctSuggestions(lists: readonly (readonly Suggestion[] | undefined)[]): Suggestion[] {
  const found = new Map<string, Suggestion>();
  for (const one of lists.flatMap((list) => list ?? [])) if (!found.has(one.selector)) found.set(one.selector, one);
  return [...found.values()];
}
