import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { probesOf, type SeoSite } from "../site.ts";

export const linkRedirect: SeoCheck<SeoSite> = {
  rule: "link-redirect",
  severity: "minor",
  weight: 2,
  title: "Links do not go through redirect chains.",
  fault: "Link goes through a redirect chain",
  help: "Link to the final URL.",
  run(site) {
    const probes = probesOf(site);
    const redirected = site.links.flatMap((link) => {
      const probe = probes.get(link.url);
      return link.own && probe?.state === "answered" && probe.redirects.length > 0 ? [{ ...link, probe }] : [];
    });
    if (redirected.length === 0) return inapplicable("No link of the site leads to a redirect.");
    const results = redirected
      .filter(({ probe }) => probe.redirects.length > 1)
      .map(({ url, page, probe }) =>
        warning(
          `The link to ${targetOf(url, page)} leads through ${probe.redirects.length} redirects in a row.`,
          targetOf(url, page),
          {
            page,
            evidence: { redirects: probe.redirects.slice(0, 6) },
          },
        ),
      );
    return listed(results, passed("No link leads through more than one redirect."));
  },
};
