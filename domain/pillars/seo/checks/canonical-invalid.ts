import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const canonicalInvalid: SeoCheck<SeoPage> = {
  rule: "canonical-invalid",
  severity: "moderate",
  weight: 4,
  title: "The canonical address is absolute and is in the head.",
  help: "Write the whole address, from https:// on, into a canonical link inside the head element.",
  run: onDocument(({ canonicals }) => {
    if (canonicals.length === 0) return inapplicable("The page has no canonical link.");
    const results = canonicals.flatMap(({ href, url, inHead }) => {
      const evidence = { href: short(href, 200) };
      if (url === null) return [failed(`The canonical address "${short(href)}" cannot be visited.`, "", { evidence })];
      if (!inHead)
        return [
          failed("The canonical link stands outside of the head, where search engines ignore it.", "", { evidence }),
        ];
      if (!/^https?:\/\//i.test(href.trim()))
        return [warning(`The canonical address "${short(href)}" is relative.`, "", { evidence })];
      return [];
    });
    return capped(results, passed("The canonical address is absolute and is in the head."));
  }),
};
