import { type Check, failed } from "../../../audit/finding.ts";
import type { SecuritySite } from "../gathered.ts";
import { headerOf, headerValues } from "../headers.ts";
import { overPages } from "../overPages.ts";

export const nosniff: Check<SecuritySite> = {
  rule: "nosniff",
  severity: "moderate",
  title: "X-Content-Type-Options is nosniff.",
  fault: "X-Content-Type-Options has an invalid value",
  help: "Send `X-Content-Type-Options: nosniff` once.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => headerOf(page, "x-content-type-options") !== undefined),
      (page) => {
        // Fetch standard: only the first value counts.
        const first = headerValues(page, "x-content-type-options").join(",").split(",")[0]?.trim().toLowerCase();
        return first === "nosniff"
          ? []
          : [failed("X-Content-Type-Options is not nosniff, so browsers ignore it", "X-Content-Type-Options")];
      },
      { good: "X-Content-Type-Options is nosniff.", none: "No page sends X-Content-Type-Options." },
    ),
};
