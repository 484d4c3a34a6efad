// What starts a run, and what its start answers.
import type { PageChoice } from "../../../domain/audit/pageChoice.ts";
import type { WorseLimits } from "../../../domain/audit/worse.ts";
import type { StatusType } from "../../../domain/runTypes.ts";
import type { UploadState } from "../../../domain/uploads.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";

/** What all runs may be told. */
export type RunInput = {
  environment?: string;
  /** Where the site of the branch runs, in place of the environment's address. */
  baseUrl?: string;
  /** Where its browsers stand, in place of the environment's location. */
  location?: string;
  scenarios?: string[];
  /** Which pages an audit visits; the project's setting when left out. */
  pages?: PageChoice;
  browsers?: BrowserName[];
  commitSha?: string;
  /** First line of the commit's message, and the name of its author. */
  commitMessage?: string;
  commitAuthor?: string;
  /** Where people look at the commit. */
  commitUrl?: string;
  branch?: string;
  /** Where the branch goes to. */
  baseBranch?: string;
  /** Ancestors of the commit as rows of id, parents and pull request, newest first; `readHistory` says what is taken of them. */
  history?: readonly unknown[];
  prNumber?: number;
  prUrl?: string;
  ciProvider?: string;
  /** Whether a time of day started it; left out: nobody knows. */
  scheduled?: boolean;
  issueKey?: string;
  perfBudgets?: Record<string, number>;
  /** What the run is compared with: a run, a branch or an environment. */
  against?: string;
  /** By how much an audit may be worse than the run it is compared with, by the names of its figures. */
  worse?: WorseLimits;
  /** Only what failed in the last run of the type on this branch and environment. */
  failed?: boolean;
};

/** `key` is the caller's Idempotency-Key; `route` keeps the keys of two faces apart. */
export type Idempotency = { key: string; route: string };

export type StartedRun = {
  runId: string;
  projectId: string;
  projectSlug: string;
  type: StatusType;
  environmentId: string | null;
  environmentName: string | null;
  statusUrl: string;
  message: string;
  /** False: nothing failed in the last run, which `runId` then is. Left out: it has started. */
  started?: false;
  /** Of a full audit: the types of its parts, where it runs what failed. */
  types?: StatusType[];
};

/** What the run is: its project, its type, and what only its type knows. `body` is what an Idempotency-Key stands for. */
export type RunPlan = {
  project: Project;
  type: StatusType;
  extra?: Record<string, unknown>;
  pages?: Run["pages"];
  upload?: UploadState;
  /** Of a full audit: its pillars were asked for by name. */
  named?: boolean;
  body: unknown;
};
