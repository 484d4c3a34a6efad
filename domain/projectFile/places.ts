// Where a part of a project is in the file: the path at which a problem with it is reported.
import type { Kind } from "./types.ts";

/** The section of each kind, as a path. */
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

/** Kinds of which the file has one. */
const SINGLE: ReadonlySet<Kind> = new Set(["project", "settings"]);

/** Kinds that the file has by name instead of in a list. */
const NAMED: ReadonlySet<Kind> = new Set(["viewport", "mode"]);

/** `at`: its place among the parts of its kind in the file. */
export function placeOf(kind: Kind, name: string, at: number): string {
  const section = SECTION_OF[kind];
  if (SINGLE.has(kind)) return section;
  return NAMED.has(kind) ? `${section}.${name}` : `${section}[${at}]`;
}

/** A path below another; either may be empty. */
export const below = (place: string, path: string): string =>
  [place, path].filter(Boolean).join(path.startsWith("[") ? "" : ".");
