import { failed, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

/** The four properties that the Open Graph protocol requires on every page. */
const BASIC = ["og:title", "og:type", "og:image", "og:url"];

export const openGraphMissing: SeoCheck<SeoPage> = {
  rule: "open-graph-missing",
  severity: "moderate",
  weight: 2,
  title: "The page has a social card (Open Graph).",
  fault: "Open Graph tags are missing",
  help: `Add the meta elements ${BASIC.join(", ")}.`,
  run: onDocument((document) => {
    const missing = BASIC.filter((name) => !metaOf(document, name));
    if (missing.length === 0) return passed("The page has a social card.");
    return missing.length === BASIC.length
      ? failed("The page has no Open Graph data, so shared links show no card.")
      : warning(`The Open Graph data lacks ${missing.join(", ")}.`, "", { evidence: { missing } });
  }),
};
