import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, count, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const linkCrawlable: SeoCheck<SeoPage> = {
  rule: "link-crawlable",
  severity: "moderate",
  weight: 4,
  title: "Links can be followed without scripts.",
  fault: "Crawlers cannot follow the link",
  help: "Give the link an href with a real URL. Use a button for anything that is not a link.",
  run: onDocument(({ links, counts }) => {
    // Links with another role are buttons or tabs.
    const judged = links.filter(({ role, rendered }) => rendered && (role === "" || role === "link"));
    if (judged.length === 0) return inapplicable("The page has no links.");
    const results = judged.flatMap(({ href, url, name, scripted, unaddressed = false, unreadable = false }) => {
      const what = name === "" ? "A link without a text" : `The link "${short(name, 40)}"`;
      const target = `a: ${short(name, 60)}`;
      if (href === null)
        return scripted || unaddressed
          ? [failed(`${what} has no href, so it cannot be followed${scripted ? " without scripts" : ""}.`, target)]
          : [];
      if (/^\s*file:/i.test(href))
        return [failed(`${what} names a file of the author's own computer (file:).`, target)];
      if (/^\s*javascript:/i.test(href)) return [failed(`${what} runs a script instead of leading to a URL.`, target)];
      if (/^\s*javascript\s+:/i.test(href))
        return [failed(`${what} has a blank in "javascript :", so browsers treat it as a URL of this site.`, target)];
      return unreadable || (url === null && /^\s*https?:/i.test(href))
        ? [failed(`${what} has a URL that cannot be parsed.`, target, { evidence: { href: short(href, 120) } })]
        : [];
    });
    const distinct = [...new Map(results.map((result) => [result.message, result])).values()];
    const { linksLeft = 0 } = counts;
    const cut = linksLeft > 0 ? ` ${count(linksLeft)} more links were not checked.` : "";
    return capped(distinct, passed(`All links can be followed without scripts.${cut}`));
  }),
};
