// Merges several configurations of one repository into one project on one site. Pure.

import { type Fields, isFields } from "../fields.ts";
import type { AccessFrom } from "../projectFile/accessFrom.ts";
import type { FileScenario, ProjectFile } from "../projectFile/types.ts";
import { truncate } from "../text.ts";
import { holdsPassword } from "./addresses.ts";
import type { Converted } from "./converted.ts";
import type { LeftOut } from "./types.ts";

/** `own`: whether its pages are where it is served, whatever site is tested. `runs`: words of `plumbline run`. */
export type Part = Pick<Converted, "sections" | "leftOut"> & {
  file: string;
  own: boolean;
  runs: readonly string[];
  budgets: Readonly<Record<string, number>>;
};

export type Merged = {
  sections: Pick<ProjectFile, "scenarios" | "viewports" | "settings">;
  /** The site of most pages; null if none is named. */
  address: string | null;
  access: AccessFrom | null;
  /** Origins of pages on other sites. */
  others: string[];
  runs: string[];
  budgets: Record<string, number>;
  /** Each with the file it is in. */
  leftOut: LeftOut[];
  /** For each part, the new labels of scenarios by the labels they had there. null: the scenario is left out. */
  renamed: ReadonlyMap<string, string | null>[];
};

/** `url`: overrides the site that the configurations name. */
export function mergeSections(parts: readonly Part[], url: string | null): Merged {
  const address = url ?? mostNamed(parts);
  const scenarios = new Map<string, FileScenario>();
  const leftOut: LeftOut[] = [];
  const settings: Fields = {};
  const viewports: Fields = {};
  const budgets: Record<string, number> = {};
  const renamed: Map<string, string | null>[] = [];
  let access: AccessFrom | null = null;
  for (const part of parts) {
    const labels = new Map<string, string | null>();
    renamed.push(labels);
    const { file, sections } = part;
    const note = (path: string, reason: string) =>
      leftOut.push({ path: path === "" ? file : `${file}: ${path}`, reason });
    for (const one of part.leftOut) note(one.path, one.reason);
    const site = siteOf(part);
    const elsewhere = part.own || (url === null && site !== null && originOf(site) !== originOf(address));
    for (const scenario of sections.scenarios ?? []) {
      const label = addScenario(scenarios, elsewhere ? absolute(scenario, site) : scenario, file, note);
      if (label !== scenario.label) labels.set(scenario.label, label);
    }
    joinInto(settings, (sections.settings ?? {}) as Fields, "settings", note);
    joinInto(viewports, (sections.viewports ?? {}) as Fields, "viewports", note);
    for (const [name, limit] of Object.entries(part.budgets)) budgets[name] = Math.min(limit, budgets[name] ?? limit);
    if (!elsewhere) access ??= sections.environments?.[0]?.access ?? null;
  }
  const merged = [...scenarios.values()];
  return {
    sections: { scenarios: merged, ...filled({ settings, viewports }) },
    address,
    access,
    others: [...new Set(merged.flatMap(({ url: of }) => URL.parse(of)?.origin ?? []))],
    runs: [...new Set(parts.flatMap(({ runs }) => runs))],
    budgets,
    leftOut,
    renamed,
  };
}

type Note = (path: string, reason: string) => void;

const siteOf = ({ sections }: Part): string | null => sections.environments?.[0]?.baseUrl ?? null;
const originOf = (address: string | null): string | null => URL.parse(address ?? "")?.origin ?? null;

/** Returns the site of most pages; among equals the first. Pages that are served for the test only count if there are no others. */
function mostNamed(parts: readonly Part[]): string | null {
  const counted = new Map<string, number>();
  for (const part of parts.toSorted((a, b) => Number(a.own) - Number(b.own))) {
    const site = siteOf(part);
    const pages = part.own ? 0 : (part.sections.scenarios ?? []).length;
    if (site !== null) counted.set(site, (counted.get(site) ?? 0) + pages);
  }
  const most = Math.max(0, ...counted.values());
  return [...counted].find(([, pages]) => pages === most)?.[0] ?? null;
}

const absolute = (scenario: FileScenario, site: string | null): FileScenario => ({
  ...scenario,
  url: URL.parse(scenario.url, site ?? undefined)?.href ?? scenario.url,
});

/**
 * Adds a scenario and returns its label. A page is tested once: a second configuration that merely lists it adds nothing. Labels are made
 * unique.
 */
function addScenario(
  scenarios: Map<string, FileScenario>,
  scenario: FileScenario,
  file: string,
  note: Note,
): string | null {
  const { label, url, ...more } = scenario;
  const parsed = URL.parse(url);
  if (parsed && holdsPassword(parsed)) {
    note(`scenarios.${label}`, "its address holds a user name or password, which is not imported");
    return null;
  }
  const bare = Object.keys(more).length === 0;
  const same = [...scenarios].find(([, one]) => one.url === url);
  if (same && bare) return same[0];
  // A page that was merely listed so far is replaced by one that specifies how it is tested.
  if (same && Object.keys(same[1]).length === 2) scenarios.delete(same[0]);
  let unique = label;
  for (let n = 1; scenarios.has(unique); n++)
    unique = `${truncate(label, 150)} (${truncate(file, 30)}${n > 1 ? ` ${n}` : ""})`;
  scenarios.set(unique, { ...scenario, label: unique });
  return unique;
}

/** Merges objects. For anything else the first value is kept, and the other is listed. */
function joinInto(whole: Fields, part: Fields, path: string, note: Note): void {
  for (const [name, value] of Object.entries(part)) {
    const there = whole[name];
    const at = `${path}.${name}`;
    if (there === undefined) whole[name] = structuredClone(value);
    else if (isFields(there) && isFields(value)) joinInto(there, value, at, note);
    else if (JSON.stringify(there) !== JSON.stringify(value))
      note(
        at,
        `another configuration sets ${JSON.stringify(there)}, which is used instead of ${JSON.stringify(value)}`,
      );
  }
}

/** Returns the sections that are not empty. */
const filled = (sections: { settings: Fields; viewports: Fields }): Partial<Merged["sections"]> =>
  Object.fromEntries(Object.entries(sections).filter(([, value]) => Object.keys(value).length > 0));
