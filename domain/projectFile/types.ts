// The data of plumbline.yml, and the differences between two states of a project.
import type { ProjectSettings } from "../audit/settings.ts";
import type { StepDef } from "../functional/stepDef.ts";
import type { ScenarioFields } from "../import/types.ts";
import type { BranchChoice, ChannelKind } from "../notify/channels.ts";
import type { Change as VerdictChange } from "../notify/decide.ts";
import type { WrittenEvent, WrittenPage } from "../pillars/tracking/parsePlan.ts";
import type { ScheduledType } from "../schedules/schedule.ts";
import type { Modes } from "../visual/modes.ts";
import type { BrowserName, ComparisonMode, Normalizer, Viewport, ViewportName } from "../visual/shot.ts";
import type { AccessFrom, From } from "./accessFrom.ts";
import type { FileRule } from "./ruleEntry.ts";

export const FILE_VERSION = 1;

export type FileEnvironment = {
  slug: string;
  name?: string;
  baseUrl: string;
  access?: AccessFrom | null;
  location?: string | null;
};

export type FileScenario = Pick<ScenarioFields, "label" | "url"> &
  Partial<ScenarioFields> & {
    comparisonRules?: { selector: string; mode: ComparisonMode }[];
    contentRules?: { selector: string; normalize: Normalizer }[];
  };

export type FileFeature = { id: string; group?: string[]; gherkin: string };
export type FileStep = Pick<StepDef, "id" | "pattern" | "actions"> & Partial<StepDef>;

export type FileSchedule = {
  name: string;
  cron: string;
  timeZone?: string;
  jitterMinutes?: number;
  types: ScheduledType[];
  environment?: string | null;
  scenarios?: string[] | null;
  browsers?: BrowserName[] | null;
  branch?: string | null;
  location?: string | null;
  enabled?: boolean;
};

/** `url`, `secret`: names of environment variables of the caller. */
export type FileChannel = {
  name: string;
  kind: ChannelKind;
  url?: From;
  secret?: From;
  recipients?: string[];
  repository?: string;
  events?: VerdictChange[];
  branches?: BranchChoice;
  enabled?: boolean;
};

/** The file, with the contents of the files that it references. Omitted sections are not managed by the file. */
export type ProjectFile = {
  $schema?: string;
  version: typeof FILE_VERSION;
  project: {
    slug: string;
    name?: string;
    baseUrl?: string;
    mainBranch?: string;
    referenceEnvironment?: string;
    previewHosts?: string[];
  };
  viewports?: Partial<Record<ViewportName, Partial<Viewport>>>;
  modes?: Modes;
  environments?: FileEnvironment[];
  scenarios?: FileScenario[];
  /** Rules for several scenarios; rules for a single one are in its entry. */
  rules?: FileRule[];
  settings?: ProjectSettings;
  features?: FileFeature[];
  steps?: FileStep[];
  tracking?: { pages: WrittenPage[]; events: WrittenEvent[] };
  schedules?: FileSchedule[];
  notifications?: FileChannel[];
};

/** `compare`: the differences, whether or not they could be applied. `plan`: refuses what `apply` would refuse, and changes nothing. */
export const APPLY_MODES = ["compare", "plan", "apply"] as const;
export type ApplyMode = (typeof APPLY_MODES)[number];

/** Kinds of parts in the order in which they are created; they are deleted in reverse order. */
export const KINDS = [
  "environment",
  "project",
  "viewport",
  "mode",
  "settings",
  "scenario",
  "rule",
  "step",
  "feature",
  "trackingPage",
  "trackingEvent",
  "schedule",
  "channel",
] as const;
export type Kind = (typeof KINDS)[number];

/** A part in the file's format. `name` is unique within its kind. */
export type Item = { name: string; view: Record<string, unknown> };

export type FieldChange = { path: string; from: string | null; to: string | null };
export type Change = {
  action: "create" | "change" | "delete";
  kind: Kind;
  name: string;
  /** For a change: the first of its changed fields. */
  fields: FieldChange[];
  /** Number of changed fields that are not listed. */
  more: number;
};
