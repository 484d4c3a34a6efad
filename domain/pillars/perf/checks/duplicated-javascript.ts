import { savingsCheck } from "./savings.ts";

export const duplicatedJavascript = savingsCheck({
  rule: "duplicated-javascript",
  audit: "duplicated-javascript-insight",
  threshold: "duplicatedJavascriptBytes",
  unit: "module",
  saved: "of modules are sent more than once",
  severity: "minor",
  title: "No module is sent twice.",
  help: "Let the bundler share modules between bundles, and bring the versions of a package down to one.",
});
