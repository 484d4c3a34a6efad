// The status field `seoLighthouseScore`: one Lighthouse run of the first page, in the lab.
import { ApplicationFailure } from "@temporalio/common";
import { FAILURES } from "../../domain/workflowNames.ts";
import { findAuditPage, firstMeasuredPage } from "../../models/auditPages/queries.ts";
import type { AuditDeps } from "../deps.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { readRun } from "../readRun.ts";
import { partIdOf, writePart } from "./auditSite.ts";
import { LIGHTHOUSE_INDEX } from "./findings.ts";
import { pageOf } from "./pages.ts";
import { gatherTools } from "./tools.ts";
import { isAskedOnceMore } from "./tries.ts";

export type LabActivities = { lighthouseSeo(input: { runId: string }): Promise<void> };

export function createLabActivities(deps: AuditDeps): LabActivities {
  const measure = async (runId: string, signal: AbortSignal, note: (phase: string) => void) => {
    const asked = await onceDatabaseIsBack(signal, async () => {
      const run = await readRun(deps, runId);
      const tools = await gatherTools(deps, run, signal, note);
      // A plan without Lighthouse scores omits this field; the run reports that.
      if (tools.run.options.lighthouseScore === false) return null;
      if (await findAuditPage(deps.models, partIdOf(runId, LIGHTHOUSE_INDEX), { status: 1 })) return null;
      const first = await firstMeasuredPage(deps.models, runId);
      return first && { run, tools, first };
    });
    if (!asked) return;
    const { run, tools, first } = asked;
    const measured = await deps.lighthouseSeo(tools, pageOf(first));
    signal.throwIfAborted();
    if (measured.score === null && isAskedOnceMore(measured.code))
      throw ApplicationFailure.create({ message: measured.reason, type: FAILURES.infrastructure });
    const { score, reason } = measured;
    const part =
      score === null
        ? ({ status: "not_measured", code: "lighthouse", reason, url: first.url } as const)
        : ({ status: "passed", score, url: first.url } as const);
    await onceDatabaseIsBack(signal, () => writePart(deps, run, LIGHTHOUSE_INDEX, part));
  };
  return { lighthouseSeo: ({ runId }) => withHeartbeat((signal, note) => measure(runId, signal, note)) };
}
