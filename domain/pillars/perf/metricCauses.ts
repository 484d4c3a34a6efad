// Which findings explain a slow metric: the rules that name the resource or element, the most informative first.
import { METRICS, type Metric } from "./measurements.ts";

const RULES: Readonly<Record<Metric, readonly string[]>> = {
  lcp: ["lcp-discovery", "render-blocking", "image-size", "time-to-first-byte", "redirects", "page-weight"],
  fcp: ["render-blocking", "redirects", "time-to-first-byte", "font-display", "unused-css"],
  cls: ["cumulative-layout-shift", "unsized-images"],
  tbt: ["long-tasks", "third-party", "script-execution", "unused-javascript", "dom-size"],
  si: ["render-blocking", "font-display", "page-weight", "unused-javascript"],
  ttfb: ["redirects", "time-to-first-byte"],
};

/** All rules that explain a slow metric. */
export const CAUSE_RULES: ReadonlySet<string> = new Set(METRICS.flatMap((metric) => RULES[metric]));

const MAX_CAUSES = 2;

type Told = { rule: string; outcome: string; message: string };

/** Returns the findings that explain the metric, one per rule, the most informative rule first; failures before warnings. */
export function causesOf<F extends Told>(metric: Metric, findings: readonly F[]): F[] {
  const wrong = (["failed", "warning"] as const).flatMap((outcome) =>
    findings.filter((one) => one.outcome === outcome),
  );
  return RULES[metric].flatMap((rule) => wrong.find((one) => one.rule === rule) ?? []).slice(0, MAX_CAUSES);
}
