// Sections of the file in the order in which their parts are created.
import type { ProjectFile } from "../../../domain/projectFile/types.ts";
import { environmentSection } from "./environments.ts";
import { featureSection, stepSection } from "./functional.ts";
import { modeSection } from "./modes.ts";
import { channelSection } from "./notifications.ts";
import { projectSection, settingsSection, viewportSection } from "./projectSections.ts";
import { scenarioSection } from "./scenarios.ts";
import { scheduleSection } from "./schedules.ts";
import type { Section } from "./section.ts";
import { trackingEventSection, trackingPageSection } from "./tracking.ts";
import { wideRuleSection } from "./wideRules.ts";

export const SECTIONS: readonly Section[] = [
  environmentSection,
  projectSection,
  viewportSection,
  modeSection,
  settingsSection,
  scenarioSection,
  wideRuleSection,
  stepSection,
  featureSection,
  trackingPageSection,
  trackingEventSection,
  scheduleSection,
  channelSection,
];

type Views = Record<string, unknown>[];

/** Builds the file from existing parts. `itemsOf` returns the parts of a kind in order, without those that have their defaults. */
export function fileOf(
  itemsOf: (kind: Section["kind"]) => { name: string; view: Record<string, unknown> }[],
): ProjectFile {
  const views = (kind: Section["kind"]): Views => itemsOf(kind).map(({ view }) => view);
  const byName = (kind: Section["kind"]) => itemsOf(kind).map(({ name, view }) => [name, view] as const);
  const sizes = byName("viewport");
  const modes = byName("mode");
  const pages = views("trackingPage");
  const events = views("trackingEvent");
  const file = {
    version: 1,
    project: views("project")[0],
    viewports: sizes.length > 0 ? Object.fromEntries(sizes) : undefined,
    modes: modes.length > 0 ? Object.fromEntries(modes) : undefined,
    environments: some(views("environment")),
    scenarios: some(views("scenario")),
    rules: some(views("rule")),
    settings: views("settings")[0],
    features: some(views("feature")),
    steps: some(views("step")),
    tracking: pages.length + events.length > 0 ? { pages, events } : undefined,
    schedules: some(views("schedule")),
    notifications: some(views("channel")),
  };
  return file as unknown as ProjectFile;
}

const some = (views: Views): Views | undefined => (views.length > 0 ? views : undefined);
