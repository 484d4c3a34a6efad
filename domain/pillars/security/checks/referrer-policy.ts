import { type Check, failed, warning } from "../../../audit/finding.ts";
import type { SecuritySite } from "../gathered.ts";
import { referrerPolicyOf, UNSAFE_REFERRER_POLICIES } from "../headers.ts";
import { overPages } from "../overPages.ts";

export const referrerPolicy: Check<SecuritySite> = {
  rule: "referrer-policy",
  severity: "minor",
  title: "Other sites receive no more than the origin.",
  fault: "Referrer-Policy is invalid or leaks URLs",
  help: "Send `Referrer-Policy: strict-origin-when-cross-origin` or a stricter one.",
  run: (site) =>
    overPages(
      site.pages.filter((page) => page.html && referrerPolicyOf(page) !== undefined),
      (page) => {
        const policy = referrerPolicyOf(page);
        if (policy === "invalid")
          return [warning("Referrer-Policy names no policy that browsers know", "Referrer-Policy")];
        if (policy === undefined || !UNSAFE_REFERRER_POLICIES.has(policy)) return [];
        return [
          failed(
            `Referrer-Policy is ${policy}, which leaks addresses to other sites or over plain HTTP`,
            "Referrer-Policy",
            {
              evidence: { policy },
            },
          ),
        ];
      },
      { good: "The referrer policy is a strict one.", none: "No page sets a referrer policy." },
    ),
};
