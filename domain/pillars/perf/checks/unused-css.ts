import { savingsCheck } from "./savings.ts";

export const unusedCss = savingsCheck({
  rule: "unused-css",
  audit: "unused-css-rules",
  threshold: "unusedCssBytes",
  unit: "style sheet",
  saved: "of style rules are not used by this page",
  severity: "minor",
  title: "Few of the style rules are unused.",
  help: "Split the style sheets by page type, and remove rules that nothing uses.",
});
