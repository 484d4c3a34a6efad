import { type Check, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** Compares fields within one form and one group only, because rows, list items and groups distinguish fields with the same label. WCAG 2.4.6. */
export const labelDuplicate: Check<A11yData> = {
  rule: "label-duplicate",
  severity: "minor",
  title: "Each field of a form has its own label.",
  fault: "Several form fields share one label",
  help: "Make each label unique, or group the fields under a legend.",
  run: onContent(({ counts, sameLabels }) =>
    listed(
      sameLabels.map((same) =>
        warning(
          `${same.fields} fields of one form have the label ${quoted(same.label)}, so screen reader users cannot distinguish them.`,
          ...about(["wcag2aa", "wcag246"], same, { label: same.label, fields: same.fields }),
        ),
      ),
      counts.fields,
      "fields",
    ),
  ),
};
