// Binds what gathering stands on to one run: its project, its access, its cancel.
import { parseAllowList } from "../../domain/net/allowList.ts";
import type { Run } from "../../models/run.ts";
import type { AuditDeps } from "../deps.ts";
import { safeFetch } from "../net/safeFetch.ts";
import { siteAccessOf } from "../siteAccess.ts";
import { storeArtifact } from "../storeArtifact.ts";
import type { AuditRunInfo, GatherTools } from "./pillar.ts";

/** What the plan of an audit run left in its document. */
export type AuditPlanExtra = { planned?: number; options?: Record<string, unknown> };

export function runInfo(run: Run): AuditRunInfo {
  return {
    runId: run._id,
    projectId: run.projectId,
    baseUrl: run.baseUrl,
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
  const allowed = parseAllowList(deps.config.allowedHosts);
  // The worker has refused to start with a list that does not parse.
  if (!allowed.ok) throw new Error("SVC_ALLOWED_HOSTS does not parse.");
  return {
    visit: deps.visit,
    access: await siteAccessOf(deps, run.environmentId),
    fetch: (url, options = {}) => safeFetch(url, { ...options, allowList: allowed.list, signal }),
    store: (bytes, contentType) => storeArtifact(deps, { projectId: run.projectId, bytes, contentType }),
    run: runInfo(run),
    config: deps.config,
    log: deps.log,
    signal,
    note,
  };
}
