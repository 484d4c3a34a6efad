import { type Check, failed, warning } from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import { isHttps } from "../addresses.ts";
import type { SecuritySite } from "../gathered.ts";
import { HSTS_LEAST_SECONDS, hstsOf } from "../headers.ts";
import { overPages } from "../overPages.ts";

const TARGET = "Strict-Transport-Security";

export const hsts: Check<SecuritySite> = {
  rule: "hsts",
  severity: "moderate",
  title: "Strict-Transport-Security is valid for at least half a year.",
  fault: "HSTS is disabled, invalid or too short",
  help: "Send `Strict-Transport-Security: max-age=31536000; includeSubDomains` over HTTPS once all subdomains support HTTPS.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => isHttps(page.finalUrl) && hstsOf(page) !== undefined),
      (page) => {
        const value = hstsOf(page);
        if (value === "invalid")
          return [failed("Strict-Transport-Security has no max-age that browsers can read, so they ignore it", TARGET)];
        if (value === undefined) return [];
        const evidence = { maxAgeSeconds: value.maxAge, leastSeconds: HSTS_LEAST_SECONDS };
        if (value.maxAge === 0)
          return [failed("Strict-Transport-Security has max-age=0, which turns it off", TARGET, { evidence })];
        if (value.maxAge >= HSTS_LEAST_SECONDS) return [];
        const days = Math.floor(value.maxAge / 86_400);
        return [
          warning(`Strict-Transport-Security holds for ${plural(days, "day")}; at least 180 are recommended`, TARGET, {
            evidence,
          }),
        ];
      },
      { good: "Strict-Transport-Security holds long enough.", none: "No page came over HTTPS with the header." },
    ),
};
