import { type Check, failed, warning } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** A placeholder disappears at the first typed letter. For a single field, the button next to it shows its purpose. WCAG 3.3.2. */
export const placeholderLabel: Check<A11yData> = {
  rule: "placeholder-label",
  severity: "moderate",
  title: "Fields have a label in addition to their placeholder.",
  fault: "Placeholder is the only label of a field",
  help: "Give the field a label element that stays visible; keep the placeholder for an example of what to type.",
  run: onContent(({ counts, placeholders }) => {
    const results = placeholders.map((field) => {
      const place = about(["wcag2a", "wcag332"], field, { placeholder: field.placeholder });
      const what = `The placeholder ${quoted(field.placeholder)} is the only label of the field`;
      return field.alone
        ? warning(
            `${what}. The button next to it suggests its purpose. A label or aria-label is more reliable.`,
            ...place,
          )
        : failed(`${what}: it disappears as soon as somebody types.`, ...place);
    });
    return listed(results, counts.fields, "fields");
  }),
};
