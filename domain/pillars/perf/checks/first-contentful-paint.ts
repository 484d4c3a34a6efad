import { metricCheck } from "./metric.ts";

export const firstContentfulPaint = metricCheck({
  rule: "first-contentful-paint",
  metric: "fcp",
  name: "First Contentful Paint",
  severity: "serious",
  title: "The first content shows soon.",
  help: "Answer the document faster, and take scripts and style sheets that block rendering out of the head: inline what the first screen needs and load the rest later.",
});
