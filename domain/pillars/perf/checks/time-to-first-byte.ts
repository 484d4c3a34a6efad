import { metricCheck } from "./metric.ts";

export const timeToFirstByte = metricCheck({
  rule: "time-to-first-byte",
  metric: "ttfb",
  name: "Time to First Byte",
  severity: "moderate",
  title: "The server answers the document quickly.",
  help: "Cache what the server computes, serve the page from near its visitors, and avoid redirects before it.",
});
