import { type Check, failed, inapplicable, review, warning } from "../../../audit/finding.ts";
import type { SecuritySite } from "../gathered.ts";
import { overPages } from "../overPages.ts";
import { enforcedPolicies, weaknessesOf } from "../policies.ts";

const SAY = { high: failed, medium: warning, doubtful: review } as const;
/** None is serious: a site that adds a weak policy has improved, and its missing header was one serious finding before. */
const SEVERITY = { high: "moderate", medium: "moderate", doubtful: "minor" } as const;

export const cspWeak: Check<SecuritySite> = {
  rule: "csp-weak",
  severity: "moderate",
  title: "The Content-Security-Policy blocks foreign scripts.",
  fault: "Content Security Policy is weak",
  help: "Allow scripts by nonce or hash with 'strict-dynamic', and remove 'unsafe-inline', wildcards and hosts that serve anyone's files from script-src. Set object-src and base-uri to 'none'.",
  run(site) {
    const pages = site.pages.filter((page) => enforcedPolicies(page).length > 0);
    if (pages.length === 0) return inapplicable("No page has a Content-Security-Policy.");
    return overPages(
      pages,
      (page) => {
        const weaknesses = weaknessesOf(enforcedPolicies(page));
        if (weaknesses === null) return [review("The Content-Security-Policy cannot be read", "unreadable")];
        return weaknesses.map(({ directive, kind, grade, description }) =>
          SAY[grade](
            `The Content-Security-Policy is weak in ${directive}: ${bare(description)}`,
            `${directive} ${kind}`,
            {
              severity: SEVERITY[grade],
              evidence: { directive, weakness: kind },
            },
          ),
        );
      },
      { good: "Nothing is known against the Content-Security-Policy.", none: "" },
    );
  },
};

const bare = (sentence: string): string => sentence.trim().replace(/\.$/, "");
