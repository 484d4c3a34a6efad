import type { Judge } from "../../../domain/audit/judge.ts";
import { auditPage } from "../../../domain/pillars/tracking/audit.ts";
import type { TrackingData } from "../../../domain/pillars/tracking/observation.ts";
import { planOf } from "../../../domain/pillars/tracking/plan.ts";
import { rollUp } from "../../../domain/pillars/tracking/rollUp.ts";

export const judge: Judge<TrackingData> = {
  audit: (data, _page, run, place) => auditPage(data, planOf(run.options), place),
  rollUp: (pages, _site, run) => rollUp(pages, planOf(run.options), run.baseUrl),
};
