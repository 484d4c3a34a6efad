import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import { fileTargetOf } from "../address.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, count, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const imageAlt: SeoCheck<SeoPage> = {
  rule: "image-alt",
  severity: "moderate",
  weight: 3,
  title: "Images have alt text.",
  fault: "Image has no alt text",
  help: 'Describe the image in its alt attribute, or use alt="" if it is decorative.',
  run: onDocument(({ images, counts }, { finalUrl }) => {
    const judged = images.filter(({ ignorable }) => !ignorable);
    if (judged.length === 0) return inapplicable("The page shows no images.");
    const sources = new Set(judged.filter(({ alt }) => alt === null).map(({ src }) => fileTargetOf(src, finalUrl)));
    const results = [...sources].map((src) => failed(`The image ${short(src)} has no alt attribute.`, src));
    const cut =
      counts.images > images.length
        ? ` Of ${count(counts.images)} images only the first ${count(images.length)} were checked.`
        : "";
    return capped(results, passed(`All images have an alt attribute.${cut}`));
  }),
};
