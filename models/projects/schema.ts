import type { ProjectSettings } from "../../domain/audit/settings.ts";
import type { Modes } from "../../domain/visual/modes.ts";
import type { Viewport, ViewportName } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** A site under test. The slug is unique in its organisation. */
export type Project = {
  _id: string;
  orgId: string;
  name: string;
  slug: string;
  baseUrl: string;
  /** Baselines of other branches fall back to this one. */
  mainBranch: string;
  /** Environment whose baselines previews and staging are compared with; null means the one called Production. */
  referenceEnvironmentId: string | null;
  /** Overrides of the default viewport sizes. */
  viewports: Partial<Record<ViewportName, Viewport>>;
  /** By name; missing if there are none. */
  modes?: Modes;
  /** Settings that differ from the defaults: see domain/audit/settings.ts. */
  settings: ProjectSettings;
  /** Hosts, with wildcards, on which runs may visit previews of branches: see domain/net/previewHosts.ts. Missing if there are none. */
  previewHosts?: string[];
  /** `TicketSystem`, sealed; null if the project has none. Missing in projects of earlier versions. */
  sealedTickets?: string | null;
  createdAt: Date;
  /** The erasure that deletes it; nothing else finds the project then. Missing if there is none. */
  erasing?: string | null;
  /** Incremented by every change, so that a change based on an older state does not apply. Missing until the first change. */
  rev?: number;
  /** Who is applying a project file, and until when nobody else may. */
  applying?: string | null;
  applyingUntil?: Date | null;
  /** Whether the problems of its runs are stored, including runs of earlier versions. */
  problemsFilled?: boolean;
  /** Whether its problems are in lists, which earlier versions did not have. */
  problemsListed?: boolean;
  /** The day (UTC) of the last sweep of its old problems. */
  problemsSweptOn?: string;
  /** Whether its review items are stored, including those of runs of earlier versions. */
  reviewFilled?: boolean;
  /** The progress of storing them, until it is finished. */
  reviewFilledTo?: string;
  /** The day (UTC) of the last sweep of its stale review items. */
  reviewSweptOn?: string;
};

export const projectSchema = document<Project>({
  _id: required(String),
  orgId: required(String),
  name: required(String),
  slug: required(String),
  baseUrl: required(String),
  mainBranch: { type: String, default: "main" },
  referenceEnvironmentId: { type: String, default: null },
  viewports: { type: json, default: {} },
  modes: json,
  settings: { type: json, default: {} },
  previewHosts: { type: [String], default: [] },
  sealedTickets: { type: String, default: null },
  createdAt: required(Date),
  erasing: String,
  rev: Number,
  applying: { type: String, default: null },
  applyingUntil: { type: Date, default: null },
  problemsFilled: Boolean,
  problemsListed: Boolean,
  problemsSweptOn: String,
  reviewFilled: Boolean,
  reviewFilledTo: String,
  reviewSweptOn: String,
});
describeCollection(projectSchema, { holds: "A site under test: main branch, reference environment, viewports." });
projectSchema.index({ orgId: 1, slug: 1 }, { unique: true });
