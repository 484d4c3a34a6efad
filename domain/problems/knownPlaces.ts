// Counts the places that a pillar knows of, as the basis of a problem's reach. Otherwise a run of a single page would yield "1 of 1".
import { sum } from "../statistics.ts";

/**
 * What a run covered. `scope`: where its pages came from. `whole`: whether it was not limited to some scenarios. `views`: the browsers, or
 * browsers with window sizes, in each of which it visited every page.
 */
export type Coverage = { scope: string; whole: boolean; views: readonly string[]; places: number };

/**
 * Returns the sum of the places of each view in the newest whole run of a scope, for the scope with the most places; at least the places
 * that the run itself covered. `before`: earlier runs, most relevant first.
 */
export function knownPlaces(own: Coverage, before: readonly Coverage[]): number {
  const scopes = new Map<string, Map<string, number>>();
  for (const { scope, whole, views, places } of [own, ...before]) {
    if (!whole) continue;
    const ofViews = scopes.get(scope) ?? new Map<string, number>();
    scopes.set(scope, ofViews);
    for (const view of views) if (!ofViews.has(view)) ofViews.set(view, places / views.length);
  }
  const counts = [...scopes.values()].map((ofViews) => Math.round(sum([...ofViews.values()])));
  return Math.max(own.places, ...counts);
}
