import { savingsCheck } from "./savings.ts";

export const unusedJavascript = savingsCheck({
  rule: "unused-javascript",
  audit: "unused-javascript",
  threshold: "unusedJavascriptBytes",
  unit: "script",
  saved: "of script are not run by this page",
  severity: "moderate",
  title: "Little of the script is unused.",
  help: "Split the script and load what this page does not use when it is needed; remove libraries that nothing uses.",
});
