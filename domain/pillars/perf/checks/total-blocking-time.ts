import { metricCheck } from "./metric.ts";

export const totalBlockingTime = metricCheck({
  rule: "total-blocking-time",
  metric: "tbt",
  name: "Total Blocking Time",
  severity: "serious",
  title: "The page answers input while it loads.",
  help: "Send less script, load what is not needed at once later, and split long tasks so that the browser can answer input between them.",
});
