import type { TrackingData } from "../../../domain/audit/tracking/observation.ts";
import { planOf } from "../../../domain/audit/tracking/plan.ts";
import { validate } from "../../../domain/audit/tracking/validate.ts";
import type { Judge } from "../pillar.ts";

export const trackingJudge: Judge<TrackingData> = {
  audit: (data, _page, run, place) => validate(data, planOf(run.options), place),
};
