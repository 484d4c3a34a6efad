import type { TrackingData } from "../../../domain/pillars/tracking/observation.ts";
import { planOf } from "../../../domain/pillars/tracking/plan.ts";
import { validate } from "../../../domain/pillars/tracking/validate.ts";
import type { Judge } from "../../audit/pillar.ts";

export const trackingJudge: Judge<TrackingData> = {
  audit: (data, _page, run, place) => validate(data, planOf(run.options), place),
};
