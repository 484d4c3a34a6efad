import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { isGenericLinkText } from "../../../text/genericLinkTexts.ts";
import { targetOf } from "../address.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const linkText: SeoCheck<SeoPage> = {
  rule: "link-text",
  severity: "moderate",
  weight: 3,
  title: "Links describe their destination.",
  fault: "Link text is missing or generic",
  help: "Describe the destination in the link text, or give an icon link an aria-label.",
  run: onDocument(({ links, lang: documentLang }, { finalUrl }) => {
    const judged = links.filter(({ url, rendered }) => url !== null && rendered);
    if (judged.length === 0) return inapplicable("The page has no links.");
    const seen = new Set<string>();
    const results = judged.flatMap(({ url, name, rel, lang }) => {
      const target = targetOf(url ?? "", finalUrl);
      if (seen.has(`${target} ${name}`)) return [];
      seen.add(`${target} ${name}`);
      if (name === "") return [failed(`The link to ${short(target)} has no text.`, target)];
      // Search engines learn nothing from links within the page or links that they must not follow.
      if (url === finalUrl || /\bnofollow\b/i.test(rel)) return [];
      const evidence = { text: short(name, 40) };
      if (isGenericLinkText(name, lang ?? documentLang))
        return [warning(`The link to ${short(target)} has only the text "${short(name, 40)}".`, target, { evidence })];
      // For other sites a URL as link text may be intended, for example in a legal notice.
      return isAddress(name, url ?? "") && URL.parse(url ?? "")?.host === URL.parse(finalUrl)?.host
        ? [warning(`The link to ${short(target)} shows only its URL.`, target, { evidence })]
        : [];
    });
    return capped(results, passed("All links describe their target."));
  }),
};

const isAddress = (name: string, url: string): boolean =>
  /^https?:\/\/\S+$/i.test(name) && URL.parse(name)?.href === url;
