// How many places a pillar knows of: what a problem's reach is the share of. A run of one page must not make "1 of 1".
import { sum } from "../statistics.ts";

/**
 * What a run covered. `scope`: where its pages came from. `whole`: it was limited to no scenarios. `views`: the browsers, or browsers and
 * windows, in each of which it had every page.
 */
export type Coverage = { scope: string; whole: boolean; views: readonly string[]; places: number };

/**
 * The places of each view as the newest whole run of a scope had them, of the scope that has the most; at least what the run itself looked
 * at. `before`: earlier runs, the most telling first.
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
