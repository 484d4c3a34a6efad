import { metricCheck } from "./metric.ts";

export const speedIndex = metricCheck({
  rule: "speed-index",
  metric: "si",
  name: "Speed Index",
  severity: "moderate",
  title: "The first screen fills quickly.",
  help: "Show the content of the first screen without waiting for scripts, fonts or further requests.",
});
