// The tracking pillar: the plan against what the pages really push and send.
import type { TrackingData } from "../../../domain/pillars/tracking/observation.ts";
import { planOf } from "../../../domain/pillars/tracking/plan.ts";
import { rollUpTracking } from "../../../domain/pillars/tracking/rollUp.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gatherTracking } from "./gather.ts";
import { trackingJudge } from "./judge.ts";

export const trackingAudit: PillarAudit<TrackingData> = {
  pillar: "tracking",
  gather: gatherTracking,
  ...trackingJudge,
  rollUp: (pages, _site, run) => rollUpTracking(pages, planOf(run.options), run.baseUrl),
};
