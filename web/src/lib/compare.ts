// Titles and links for the comparison of two runs, in words that fit what was compared.
import type { AppCompare } from "../../../api/endpoints/answers/app/trends.ts";
import { paths } from "./paths.ts";
import { findingsPillar } from "./words.ts";

type ListId = keyof AppCompare["totals"];
type Entry = AppCompare["worse"][number];
export type Compared = { id: ListId; title: string; none: string; entries: readonly Entry[]; total: number };

/** Findings appear and disappear; results, scenarios and pillars get better or worse. Bad news comes first. */
const AUDIT: readonly [ListId, string, string][] = [
  ["appeared", "New", "No new problems."],
  ["worse", "Worse", "Nothing got worse."],
  ["vanished", "Fixed", "Nothing was fixed."],
  ["better", "Better", "Nothing got better."],
  ["still", "Existing", "No existing problems."],
];
const OTHER: readonly [ListId, string, string][] = [
  ["worse", "Worse", "Nothing got worse."],
  ["appeared", "Added", "Nothing was added."],
  ["better", "Better", "Nothing got better."],
  ["vanished", "Gone", "Nothing was removed."],
  ["still", "Still failing", "No remaining failures."],
];

const LISTS: readonly ListId[] = ["better", "worse", "appeared", "vanished", "still"];

export function compareLists(data: AppCompare): Compared[] {
  const kinds = new Set(LISTS.flatMap((id) => data[id].map(({ about }) => about.kind)));
  const words = kinds.has("finding") || kinds.has("page") ? AUDIT : OTHER;
  return words.map(([id, title, none]) => ({ id, title, none, entries: data[id], total: data.totals[id] }));
}

/** Entries with the same problem under its title; other entries stand alone, with `title` null. */
export type FaultGroup = { title: string | null; entries: Entry[] };

/** Groups entries by problem, in the order in which each problem first occurs. */
export function byFault(entries: readonly Entry[]): FaultGroup[] {
  const groups = new Map<string, FaultGroup>();
  for (const entry of entries) {
    const { kind, id, fault } = entry.about;
    const key = fault ? `${fault.severity} ${fault.title}` : `${kind} ${id} ${entry.name}`;
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { title: fault?.title ?? null, entries: [entry] });
  }
  return [...groups.values()];
}

export type Target = { to: string; search?: Record<string, string | number> };

/** Returns the screen that shows an entry, or null if there is none. */
export function targetOf(
  project: string,
  { runId, type }: Pick<AppCompare["after"], "runId" | "type">,
  { kind, id }: Entry["about"],
): Target | null {
  if (kind === "result") return { to: paths.review(project, runId), search: { shot: Number(id), show: "all" } };
  if (kind === "scenario") return { to: paths.featureRun(project, runId), search: { scenario: id } };
  if (kind === "pillar") return { to: paths.run(project, id) };
  const pillar = findingsPillar(type);
  if (!pillar) return null;
  const at = paths.audits(project, pillar.name);
  return kind === "finding"
    ? { to: at, search: { run: runId, finding: id } }
    : { to: at, search: { run: runId, page: id } };
}
