// Binds the dependencies of gathering to one run: its project, its access, its cancellation.

import type { AuditRunInfo } from "../../domain/audit/judge.ts";
import { given } from "../../domain/given.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { siteTools } from "../site/tools.ts";
import type { GatherTools } from "./pillar.ts";

/** Fields that the plan of an audit run has written to its document. */
export type AuditPlanExtra = { planned?: number; options?: Record<string, unknown> };

export function runInfo(run: Run): AuditRunInfo {
  return {
    runId: run._id,
    projectId: run.projectId,
    baseUrl: run.baseUrl,
    ...given({ preview: run.preview ? { standsFor: run.preview.standsFor, baseUrl: run.preview.baseUrl } : undefined }),
    perfBudgets: run.perfBudgets,
    options: (run.extra as AuditPlanExtra).options ?? {},
  };
}

export async function gatherTools(
  deps: AuditDeps,
  run: Run,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<GatherTools> {
  return {
    ...(await siteTools(deps, run, signal, note)),
    visit: deps.visit,
    store: (bytes, contentType) => keepArtifact(deps, { projectId: run.projectId, bytes, contentType }),
    run: runInfo(run),
    config: deps.config,
    log: deps.log,
  };
}
