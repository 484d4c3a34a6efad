// Input of starting a run, and the result of its start.
import type { PageChoice } from "../../../domain/audit/pageChoice.ts";
import type { WorseLimits } from "../../../domain/audit/worse.ts";
import type { StatusType } from "../../../domain/runTypes.ts";
import type { UploadState } from "../../../domain/uploads.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";

/** Options common to all runs. */
export type RunInput = {
  environment?: string;
  /** Address of the branch's site, instead of the environment's address. */
  baseUrl?: string;
  /** Location of the browsers, instead of the environment's location. */
  location?: string;
  scenarios?: string[];
  /** Pages that an audit visits; defaults to the project's setting. */
  pages?: PageChoice;
  browsers?: BrowserName[];
  commitSha?: string;
  /** First line of the commit message, and the name of its author. */
  commitMessage?: string;
  commitAuthor?: string;
  /** Web address of the commit. */
  commitUrl?: string;
  branch?: string;
  /** Branch that this branch will be merged into. */
  baseBranch?: string;
  /** Ancestors of the commit as rows of id, parents and pull request, newest first; see `readHistory` for what is accepted. */
  history?: readonly unknown[];
  prNumber?: number;
  prUrl?: string;
  ciProvider?: string;
  /** Whether a time schedule started it; omitted if unknown. */
  scheduled?: boolean;
  issueKey?: string;
  perfBudgets?: Record<string, number>;
  /** Run, branch or environment that the run is compared with. */
  against?: string;
  /** By how much an audit may be worse than the run it is compared with, by figure. */
  worse?: WorseLimits;
  /** Only run what failed in the last run of the type on this branch and environment. */
  failed?: boolean;
};

export type StartedRun = {
  runId: string;
  projectId: string;
  projectSlug: string;
  type: StatusType;
  environmentId: string | null;
  environmentName: string | null;
  statusUrl: string;
  message: string;
  /** False if nothing failed in the last run, which is then `runId`. Omitted if the run has started. */
  started?: false;
  /** For a full audit that reruns failures: the types of its parts. */
  types?: StatusType[];
};

/** What the run is: its project, its type, and what only its type knows. `body` is the request that an Idempotency-Key stands for. */
export type RunPlan = {
  project: Project;
  type: StatusType;
  extra?: Record<string, unknown>;
  pages?: Run["pages"];
  upload?: UploadState;
  body: unknown;
};
