import { failed, passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const h1: SeoCheck<SeoPage> = {
  rule: "h1",
  severity: "moderate",
  weight: 4,
  title: "The page has one main heading.",
  fault: "Main heading (h1) is missing, empty or repeated",
  help: "Give the page one h1 that describes it.",
  run: onDocument(({ headings }) => {
    const all = headings.filter(({ level }) => level === 1);
    if (all.length === 0) return failed("The page has no main heading (h1).");
    if (all.every(({ text }) => text === "")) return failed("The main heading (h1) has no text.");
    return all.length === 1
      ? passed("The page has one main heading.")
      : warning(`The page has ${all.length} main headings (h1).`, "", {
          evidence: { headings: all.slice(0, 5).map(({ text }) => short(text)) },
        });
  }),
};
