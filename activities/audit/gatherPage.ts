// Visits one page for the audit of its pillar and stores the gathered data.
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import { shownUrl } from "../../browsers/page/failures.ts";
import { ANSWERED_ERROR } from "../../domain/runs/measured.ts";
import { type AwayMode, isSiteAway } from "../../domain/runs/siteAway.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { changePendingPage } from "../../models/auditPages/writes.ts";
import type { AuditDeps } from "../deps.ts";
import { throwIfCancelled } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { readRun } from "../readRun.ts";
import { decideAuditPage, openAuditPage, pageOf, storeGathered } from "./pages.ts";
import { gatherTools } from "./tools.ts";
import { isAskedOnceMore } from "./tries.ts";

/** `gathered`: it waits to be judged. `decided`: it was judged before, or cannot be measured. `away`: the site is unreachable. */
export type GatherAnswer = "gathered" | "decided" | "away";
export type GatherActivities = { gatherPage(input: { pageId: string; away?: AwayMode }): Promise<GatherAnswer> };

export function createGatherActivities(deps: AuditDeps): GatherActivities {
  return {
    gatherPage: ({ pageId, away }) =>
      withHeartbeat(async (signal, note) => {
        const page = await onceDatabaseIsBack(signal, () => openAuditPage(deps, pageId));
        if (page.status !== "pending") return "decided";
        if (page.gatheredId !== null) return "gathered";
        const run = await onceDatabaseIsBack(signal, () => readRun(deps, page.runId));
        let led: string | null = null;
        const onRedirect = (asked: string, shown: string) => {
          if (asked === page.url) led ??= shown;
        };
        let error: string | null = null;
        const onError = (asked: string, status: number) => {
          if (asked === page.url) error ??= `The page answered ${status}.`;
        };
        const bound = await gatherTools(deps, run, signal, note);
        const tools = { ...bound, visit: { ...bound.visit, mode: page.mode, onRedirect, onError } };
        const began = performance.now();
        const gathered = await deps.pillars[page.pillar].gather(tools, pageOf(page));
        throwIfCancelled(signal);
        const timings = { gather: Math.round(performance.now() - began) };
        const attempts = Context.current().info.attempt;
        if (gathered.state === "not_measured") {
          const { code, reason } = gathered;
          const isAway = away !== undefined && isSiteAway({ code, message: reason });
          if (isAway && away === "wait") return "away";
          if (!isAway && isAskedOnceMore(code))
            throw ApplicationFailure.create({ message: reason, type: FAILURES.infrastructure });
          await onceDatabaseIsBack(signal, () =>
            decideAuditPage(deps, page, { status: "not_measured", code, reason, attempts, timings }),
          );
          return "decided";
        }
        if (away === "wait" && error !== null && isSiteAway({ code: ANSWERED_ERROR, message: error })) return "away";
        note("storing");
        await onceDatabaseIsBack(signal, async () => {
          const gatheredId = await storeGathered(deps, {
            projectId: page.projectId,
            access: tools.access,
            data: gathered.data,
          });
          await changePendingPage(deps.models, pageId, { gatheredId, attempts, timings, ...remark(led, error) });
        });
        return "gathered";
      }),
  };
}

/** Returns a remark if the measured page is an error page or another one than requested. */
function remark(shown: string | null, error: string | null): { code: string; reason: string } | null {
  if (error !== null) return { code: ANSWERED_ERROR, reason: error };
  if (shown === null) return null;
  return { code: "redirected", reason: `The page redirected to ${shownUrl(shown)}, which was audited instead.` };
}
