// The tracking pillar: the plan against what the pages really push and send.
import type { TrackingData } from "../../../domain/audit/tracking/observation.ts";
import { planOf } from "../../../domain/audit/tracking/plan.ts";
import { rollUpTracking } from "../../../domain/audit/tracking/rollUp.ts";
import { validate } from "../../../domain/audit/tracking/validate.ts";
import type { PillarAudit } from "../pillar.ts";
import { gatherTracking } from "./gather.ts";

export const trackingAudit: PillarAudit<TrackingData> = {
  pillar: "tracking",
  queue: "browser",
  gather: gatherTracking,
  audit: (data, _page, run, place) => validate(data, planOf(run.options), place),
  rollUp: (pages, _site, run) => rollUpTracking(pages, planOf(run.options), run.baseUrl),
};
