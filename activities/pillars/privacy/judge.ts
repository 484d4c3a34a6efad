import type { Judge } from "../../../domain/audit/judge.ts";
import { auditPage } from "../../../domain/pillars/privacy/audit.ts";
import type { PrivacyData } from "../../../domain/pillars/privacy/gathered.ts";
import { rollUp } from "../../../domain/pillars/privacy/rollUp.ts";

/** `run.options.necessaryCookies`: names of cookies and keys that the page needs. */
export const judge: Judge<PrivacyData> = {
  audit: (data, _page, run, place) => auditPage(data, namesOf(run.options.necessaryCookies), place),
  rollUp: (pages) => rollUp(pages),
};

function namesOf(given: unknown): string[] {
  return Array.isArray(given) ? given.filter((name) => typeof name === "string").slice(0, 200) : [];
}
