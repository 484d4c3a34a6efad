import { type CheckResult, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { oneLine } from "../../../text.ts";
import type { SeoPage } from "../gathered.ts";
import { noindexOf } from "../indexing.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const servedHead: SeoCheck<SeoPage> = {
  rule: "served-head",
  severity: "minor",
  weight: 1,
  title: "Title, canonical URL and robots are the same before scripts run.",
  fault: "Scripts change title, canonical URL or robots",
  help: "Send them from the server: search engines run scripts late, and others not at all.",
  run: onDocument((document, page) => {
    const { served } = page;
    if (!served) return inapplicable(page.servedReason || "The page was not read before its scripts.");
    const results: CheckResult[] = [];
    const title = oneLine(document.titles[0] ?? "");
    if (served.title !== null && served.title !== title)
      results.push(
        warning(served.title === "" ? "The title is added by scripts." : "The title is changed by scripts.", "title", {
          evidence: { served: short(served.title, 120), rendered: short(title, 120) },
        }),
      );
    const canonicals = document.canonicals.flatMap(({ url, inHead }) => (inHead && url !== null ? [url] : []));
    if ([...new Set(canonicals)].sort().join() !== [...new Set(served.canonicals)].sort().join())
      results.push(
        warning("The canonical URL is added or changed by scripts.", "canonical", {
          evidence: { served: served.canonicals.slice(0, 3), rendered: canonicals.slice(0, 3) },
        }),
      );
    const { robotMetas = document.metas } = served;
    const [before, after] = [noindexOf(robotMetas, []), noindexOf(document.metas, [])];
    if ((before === undefined) !== (after === undefined))
      results.push(
        warning(`noindex is ${before ? "removed" : "added"} by scripts.`, "robots", {
          evidence: { served: robotMetas.slice(0, 3).map(({ content }) => content) },
        }),
      );
    return capped(results, passed("Title, canonical URL and robots are the same before scripts run."));
  }),
};
