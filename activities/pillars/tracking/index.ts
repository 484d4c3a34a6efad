// The tracking pillar: compares the plan with what the pages actually push and send.
import type { TrackingData } from "../../../domain/pillars/tracking/observation.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gather } from "./gather.ts";
import { judge } from "./judge.ts";
import { planPages } from "./planPages.ts";

export const createAudit = (): PillarAudit<TrackingData> => ({ ...judge, gather, planPages });
