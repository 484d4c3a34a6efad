// plumbline.yml as data, and what tells two states of a project apart.
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

/** `url`, `secret`: variables of whoever applies the file. */
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

/** The file with the contents of the files that it names. A section that is left out is not the file's business. */
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
  /** For several scenarios; those of one are in its entry. */
  rules?: FileRule[];
  settings?: ProjectSettings;
  features?: FileFeature[];
  steps?: FileStep[];
  tracking?: { pages: WrittenPage[]; events: WrittenEvent[] };
  schedules?: FileSchedule[];
  notifications?: FileChannel[];
};

/** Parts of a project, in the order in which they are made; they are deleted the other way round. */
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

/** One part in the file's words. `name` is unique among its kind. */
export type Item = { name: string; view: Record<string, unknown> };

export type FieldChange = { path: string; from: string | null; to: string | null };
export type Change = {
  action: "create" | "change" | "delete";
  kind: Kind;
  name: string;
  /** Of a change: the first of its fields. */
  fields: FieldChange[];
  /** Fields that are not listed. */
  more: number;
};
