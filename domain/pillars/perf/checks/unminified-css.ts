import { savingsCheck } from "./savings.ts";

export const unminifiedCss = savingsCheck({
  rule: "unminified-css",
  audit: "unminified-css",
  threshold: "unminifiedCssBytes",
  unit: "style sheet",
  saved: "could be saved by minifying style sheets",
  severity: "minor",
  title: "Style sheets are minified.",
  help: "Minify style sheets when they are built.",
});
