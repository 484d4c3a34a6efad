import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { judgeNodes } from "../structuredData.ts";

export const jsonLdProperties: SeoCheck<SeoPage> = {
  rule: "json-ld-properties",
  severity: "moderate",
  weight: 3,
  title: "Structured data has the properties that its types need.",
  fault: "Structured data lacks properties",
  help: "Add the missing properties; without them the page is not eligible for rich results of that type.",
  run: onDocument(({ jsonLd }) => {
    const { judged, problems } = judgeNodes(jsonLd);
    if (judged === 0) return inapplicable("The page has no structured data of a type with required properties.");
    const results = problems.map(({ type, path, missing, required, also, source }) => {
      const say = required ? failed : warning;
      const verb = required ? "lacks" : "would gain from";
      return say(
        `The ${type}${path === "" ? "" : ` at ${path}`} ${verb} ${missing}.`,
        `${path === "" ? type : `${type} ${path}`}: ${missing}`,
        {
          evidence: { type, path, missing, ...(also.length > 0 && { alsoRecommended: also }), source },
        },
      );
    });
    return capped(results, passed(`${plural(judged, "item")} of structured data are complete.`));
  }),
};
