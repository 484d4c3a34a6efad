import { savingsCheck } from "./savings.ts";

export const legacyJavascript = savingsCheck({
  rule: "legacy-javascript",
  audit: "legacy-javascript-insight",
  threshold: "legacyJavascriptBytes",
  unit: "script",
  saved: "of polyfills and transforms are for browsers of the past",
  severity: "minor",
  title: "No script is built for browsers of the past.",
  help: "Build for browsers that know ES2017 at least, and leave out polyfills of what they all have.",
});
