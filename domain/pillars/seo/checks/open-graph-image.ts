import { inapplicable, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const openGraphImage: SeoCheck<SeoPage> = {
  rule: "open-graph-image",
  severity: "minor",
  weight: 1,
  title: "The image of the social card has an absolute URL.",
  fault: "Open Graph image has no absolute URL",
  help: "Set og:image to the absolute URL of the image, starting with https://.",
  run: onDocument((document) => {
    const image = metaOf(document, "og:image");
    if (!image) return inapplicable("The page sets no image for its social card.");
    return /^https?:\/\//i.test(image)
      ? passed("The image of the social card has an absolute URL.")
      : warning(`The image of the social card, "${short(image)}", does not have an absolute URL.`, "", {
          evidence: { image: short(image, 200) },
        });
  }),
};
