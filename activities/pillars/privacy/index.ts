// The privacy pillar: what a page sets, stores and sends before consent, after rejecting and after accepting.
import type { PrivacyData } from "../../../domain/pillars/privacy/gathered.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gather } from "./gather.ts";
import { judge } from "./judge.ts";

export const createAudit = (): PillarAudit<PrivacyData> => ({ ...judge, gather });
