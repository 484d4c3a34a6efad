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
  /** Environment whose baselines previews and staging compare against; null: the one called Production. */
  referenceEnvironmentId: string | null;
  /** Overrides of the default viewport sizes. */
  viewports: Partial<Record<ViewportName, Viewport>>;
  /** By name; missing: none. */
  modes?: Modes;
  /** What the project wants otherwise than the defaults: see domain/audit/settings.ts. */
  settings: ProjectSettings;
  /** Hosts, with stars, on which runs may visit previews of branches: see domain/net/previewHosts.ts. Missing: none. */
  previewHosts?: string[];
  /** `TicketSystem`, sealed; null: the project has none. Projects of earlier versions lack it. */
  sealedTickets?: string | null;
  createdAt: Date;
  /** The erasure that deletes it; it is found by nobody else then. Missing: none. */
  erasing?: string | null;
  /** Raised by every change: one that was made from an older state does not apply. Missing until the first one. */
  rev?: number;
  /** Who is applying a project file, and until when nobody else may. */
  applying?: string | null;
  applyingUntil?: Date | null;
  /** The problems of its runs are written: of those of earlier versions too. */
  problemsFilled?: boolean;
  /** Its problems are in lists; those of earlier versions were not. */
  problemsListed?: boolean;
  /** The day (UTC) on which its old problems were last looked for. */
  problemsSweptOn?: string;
  /** What waits for review is written: of runs of earlier versions too. */
  reviewFilled?: boolean;
  /** How far that is, while it goes on. */
  reviewFilledTo?: string;
  /** The day (UTC) on which what nobody will review was last looked for. */
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
