import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const openGraphImage: SeoCheck<SeoPage> = {
  rule: "open-graph-image",
  severity: "minor",
  weight: 1,
  title: "The picture of the social card has an absolute address.",
  fault: "Open Graph image has no absolute URL",
  help: "Write the whole address of the picture, from https:// on, into og:image.",
  run: onDocument((document) => {
    const image = metaOf(document, "og:image");
    if (!image) return inapplicable("The page names no picture for its social card.");
    return /^https?:\/\//i.test(image)
      ? passed("The picture of the social card has an absolute address.")
      : warning(`The picture of the social card, "${short(image)}", has no absolute address.`, "", {
          evidence: { image: short(image, 200) },
        });
  }),
};
