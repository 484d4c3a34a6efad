import { failed, inapplicable, passed, review } from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import type { SeoPage } from "../gathered.ts";
import { capped, onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import { parseBlocks } from "../structuredData.ts";

export const jsonLdInvalid: SeoCheck<SeoPage> = {
  rule: "json-ld-invalid",
  severity: "serious",
  weight: 4,
  title: "Structured data can be read.",
  fault: "Structured data cannot be parsed",
  help: "Fix the JSON of the block. Search engines ignore a block that does not parse.",
  run: onDocument(({ jsonLd }) => {
    if (jsonLd.length === 0) return inapplicable("The page has no structured data.");
    const results = parseBlocks(jsonLd).flatMap((block, index) => {
      const target = `JSON-LD block ${index + 1}`;
      if (block.state === "too_long")
        return [review(`Block ${index + 1} of structured data is too long to be checked.`, target)];
      if (block.state === "empty") return [failed(`Block ${index + 1} of structured data is empty.`, target)];
      if (block.state === "parsed") return [];
      return [
        failed(`Block ${index + 1} of structured data does not parse (${short(block.error, 160)}).`, target, {
          evidence: { error: short(block.error, 200) },
        }),
      ];
    });
    return capped(results, passed(`Structured data parses (${plural(jsonLd.length, "block")}).`));
  }),
};
