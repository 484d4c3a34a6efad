import { metricCheck } from "./metric.ts";

export const largestContentfulPaint = metricCheck({
  rule: "largest-contentful-paint",
  metric: "lcp",
  name: "Largest Contentful Paint",
  severity: "serious",
  title: "The largest picture or text of the first screen shows soon.",
  help: 'Find what the largest element waits for: a slow server, files that block rendering, or a heavy picture. Serve the picture in the size it is shown in, name it in the HTML itself, and give it fetchpriority="high".',
});
