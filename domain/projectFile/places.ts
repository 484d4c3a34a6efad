// Finds the path of a project's part in the file, where problems with it are reported.
import type { Kind } from "./types.ts";

/** Path of the section of each kind. */
export const SECTION_OF: Readonly<Record<Kind, string>> = {
  environment: "environments",
  project: "project",
  viewport: "viewports",
  mode: "modes",
  settings: "settings",
  scenario: "scenarios",
  rule: "rules",
  step: "steps",
  feature: "features",
  trackingPage: "tracking.pages",
  trackingEvent: "tracking.events",
  schedule: "schedules",
  channel: "notifications",
};

/** Kinds of which the file contains only one. */
const SINGLE: ReadonlySet<Kind> = new Set(["project", "settings"]);

/** Kinds that the file contains as objects by name instead of as lists. */
const NAMED: ReadonlySet<Kind> = new Set(["viewport", "mode"]);

/** Returns the path of a part. `at`: its index among the parts of its kind in the file. */
export function placeOf(kind: Kind, name: string, at: number): string {
  const section = SECTION_OF[kind];
  if (SINGLE.has(kind)) return section;
  return NAMED.has(kind) ? `${section}.${name}` : `${section}[${at}]`;
}

/** Joins two paths, either of which may be empty. */
export const below = (place: string, path: string): string =>
  [place, path].filter(Boolean).join(path.startsWith("[") ? "" : ".");
