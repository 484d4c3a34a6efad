// Finds which locations are needed: by environments, by enabled schedules, and by runs that have not ended.
import type { Models } from "../index.ts";

/** Returns the locations sorted, without duplicates. */
export async function wantedLocations(models: Models): Promise<string[]> {
  const named = { location: { $gt: "" } };
  const fields = { location: 1 } as const;
  type Named = { location?: string | null };
  const [environments, schedules, runs] = await Promise.all([
    models.environments.find(named, fields).lean<Named[]>(),
    models.schedules.find({ ...named, enabled: true, deletedAt: null }, fields).lean<Named[]>(),
    models.runs.find({ status: "running", ...named }, fields).lean<Named[]>(),
  ]);
  const all = [...environments, ...schedules, ...runs].flatMap(({ location }) => location || []);
  return [...new Set(all)].sort();
}
