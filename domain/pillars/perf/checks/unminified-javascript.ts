import { savingsCheck } from "./savings.ts";

export const unminifiedJavascript = savingsCheck({
  rule: "unminified-javascript",
  audit: "unminified-javascript",
  threshold: "unminifiedJavascriptBytes",
  unit: "script",
  saved: "could be saved by minifying scripts",
  severity: "minor",
  title: "Scripts are minified.",
  help: "Minify scripts when they are built.",
});
