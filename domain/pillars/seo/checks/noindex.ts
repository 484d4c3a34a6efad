import { failed, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { directivesOf, noindexOf } from "../indexing.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const noindex: SeoCheck<SeoPage> = {
  rule: "noindex",
  severity: "serious",
  weight: 10,
  title: "Nothing keeps the page out of the index.",
  help: "Take noindex out of the robots meta element or the X-Robots-Tag header, unless the page is left out of search on purpose.",
  run: onDocument(({ metas }, { robotsHeaders }) => {
    const found = noindexOf(metas, robotsHeaders);
    if (found) {
      const where =
        found.source === "meta"
          ? `The ${found.robot === "*" ? "robots" : found.robot} meta element`
          : "The X-Robots-Tag header";
      return failed(`${where} says ${found.word}, so search engines leave the page out.`, "", {
        evidence: { directive: found.word, robot: found.robot, source: found.source },
      });
    }
    const other = directivesOf(metas, robotsHeaders).find(({ word }) => word === "noindex" || word === "none");
    return other
      ? warning(`The page is kept out of the index of ${other.robot.slice(0, 40)}.`, "", {
          evidence: { robot: other.robot.slice(0, 40) },
        })
      : passed("No directive keeps the page out of the index.");
  }),
};
