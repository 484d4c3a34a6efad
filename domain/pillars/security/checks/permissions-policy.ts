import { type Check, failed, warning } from "../../../audit/finding.ts";
import type { SecuritySite, SitePage } from "../gathered.ts";
import { headerOf } from "../headers.ts";
import { overPages, type Remark } from "../overPages.ts";
import { dictionaryOf, isAnybody } from "../structuredField.ts";

/** Features that access the visitor's surroundings or money. */
const POWERFUL = ["camera", "microphone", "geolocation", "payment", "usb", "display-capture", "serial", "hid"];

export const permissionsPolicy: Check<SecuritySite> = {
  rule: "permissions-policy",
  severity: "minor",
  title: "No powerful feature is open to every embedded site.",
  fault: "Permissions-Policy is invalid or too open",
  help: "Write each feature as `camera=()` or `camera=(self)`; `*` opens it to every frame.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => page.html && headerOf(page, "permissions-policy") !== undefined),
      judge,
      { good: "No powerful feature is open to every site.", none: "No page sends Permissions-Policy." },
    ),
};

function judge(page: SitePage): Remark[] {
  const text = headerOf(page, "permissions-policy") ?? "";
  const features = dictionaryOf(text);
  if (features === null)
    return [
      failed("Permissions-Policy cannot be read, so browsers ignore it", "Permissions-Policy", {
        evidence: { value: text.slice(0, 200) },
      }),
    ];
  return POWERFUL.filter((feature) => features.get(feature)?.some(isAnybody)).map((feature) =>
    warning(`Permissions-Policy opens ${feature} to every embedded site`, feature),
  );
}
