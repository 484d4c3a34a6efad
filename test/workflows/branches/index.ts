// Branches of workflows that a real service rarely takes. Their histories are recorded by `node test/support/recordBranches.ts`.
import { HOUSEKEEPING_BRANCHES } from "./housekeeping.ts";
import { JOB_BRANCHES } from "./jobs.ts";
import type { Branch } from "./play.ts";
import { RUN_BRANCHES } from "./runs.ts";

export const BRANCHES: readonly Branch[] = [...RUN_BRANCHES, ...JOB_BRANCHES, ...HOUSEKEEPING_BRANCHES];
