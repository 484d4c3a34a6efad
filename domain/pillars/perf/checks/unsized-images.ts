import type { Check } from "../../../audit/finding.ts";
import { capital } from "../../../text.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, countNamed, shownItems } from "../judge.ts";

/** Warns at most, because the layout shift check reports whether the page really jumps. */
export const unsizedImages: Check<PerfFacts> = {
  rule: "unsized-images",
  severity: "minor",
  title: "Images have a width and height.",
  fault: "Images have no width and height",
  help: "Give every image width and height attributes, or aspect-ratio in the style sheet.",
  run: (facts) =>
    byAudit(facts, "unsized-images", ({ items, count: pictures }) =>
      pictures === 0
        ? { outcome: "passed", target: "", message: "Every image has a size." }
        : {
            outcome: "warning",
            target: "",
            message: `${capital(countNamed(items, pictures, "picture"))} ${pictures === 1 ? "has" : "have"} no width and height, so the page may jump when they arrive.`,
            evidence: { items: shownItems(items) },
          },
    ),
};
