import { auditPrivacy } from "../../../domain/pillars/privacy/audit.ts";
import type { PrivacyData } from "../../../domain/pillars/privacy/gathered.ts";
import type { Judge } from "../../audit/pillar.ts";

export const privacyJudge: Judge<PrivacyData> = {
  audit: (data, _page, run, place) => auditPrivacy(data, namesOf(run.options.necessaryCookies), place),
};

function namesOf(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((name) => typeof name === "string").slice(0, 200) : [];
}
