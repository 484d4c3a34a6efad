import { failed, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const viewport: SeoCheck<SeoPage> = {
  rule: "viewport",
  severity: "moderate",
  weight: 4,
  title: "The page adapts to phones.",
  fault: "Page is not configured for mobile screens",
  help: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  run: onDocument((document) => {
    const content = metaOf(document, "viewport");
    if (!content) return failed("The page has no viewport meta element, so phones show it shrunk.");
    return /width\s?=\s?device-width|initial-scale/i.test(content)
      ? passed("The page adapts to phones.")
      : warning(`The viewport "${short(content)}" does not follow the width of the device.`, "", {
          evidence: { content: short(content, 200) },
        });
  }),
};
