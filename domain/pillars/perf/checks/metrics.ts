// The checks of the six metrics, one row each with its thresholds.
import type { Check, CheckResult } from "../../../audit/finding.ts";
import { median } from "../../../statistics.ts";
import type { PerfFacts } from "../facts.ts";
import { outcomeOf, shownItems } from "../judge.ts";
import { type FormFactor, formatFigure, type Metric } from "../measurements.ts";
import { SERIOUS_CLS, type Threshold } from "../thresholds.ts";

type MetricRow = Omit<Check<PerfFacts>, "run"> & {
  metric: Metric;
  name: string;
  /** Thresholds for the median of the runs. */
  threshold: Record<FormFactor, Threshold>;
  /** Adds details to the result. */
  refine?: (result: CheckResult, facts: PerfFacts) => CheckResult;
};

/**
 * The thresholds are the limits between Lighthouse's green, orange and red for each metric (p10 and median of its scoring curves), except
 * for CLS:
 * layout shifts happen in every run, so CLS fails where Web Vitals no longer call it good. TTFB: web.dev/articles/ttfb.
 */
const ROWS: readonly MetricRow[] = [
  {
    rule: "largest-contentful-paint",
    metric: "lcp",
    name: "Largest Contentful Paint",
    threshold: { mobile: { warning: 2_500, failed: 4_000 }, desktop: { warning: 1_200, failed: 2_400 } },
    severity: "serious",
    title: "The largest image or text of the first screen appears quickly.",
    fault: "Largest Contentful Paint is too slow",
    help: 'Find what delays the largest element: a slow server, render-blocking files, or a heavy image. Serve the image at its display size, put it in the HTML, and set fetchpriority="high".',
  },
  {
    rule: "first-contentful-paint",
    metric: "fcp",
    name: "First Contentful Paint",
    threshold: { mobile: { warning: 1_800, failed: 3_000 }, desktop: { warning: 934, failed: 1_600 } },
    severity: "serious",
    title: "The first content appears quickly.",
    fault: "First Contentful Paint is too slow",
    help: "Serve the document faster, and remove scripts and style sheets that block rendering from the head: inline what the first screen needs and load the rest later.",
  },
  {
    rule: "cumulative-layout-shift",
    metric: "cls",
    name: "Cumulative Layout Shift",
    threshold: { mobile: { warning: 0.1, failed: 0.1 }, desktop: { warning: 0.1, failed: 0.1 } },
    severity: "moderate",
    title: "The page does not jump while it loads.",
    fault: "Layout shifts while the page loads",
    help: "Reserve space for images, frames and late content with width and height, or aspect-ratio. Do not insert content above visible content.",
    refine: withWhatMoved,
  },
  {
    rule: "total-blocking-time",
    metric: "tbt",
    name: "Total Blocking Time",
    threshold: { mobile: { warning: 200, failed: 600 }, desktop: { warning: 150, failed: 350 } },
    severity: "serious",
    title: "The page responds to input while it loads.",
    fault: "Total Blocking Time is too high",
    help: "Send less script, defer what is not needed immediately, and split long tasks so that the browser can respond to input between them.",
  },
  {
    rule: "speed-index",
    metric: "si",
    name: "Speed Index",
    threshold: { mobile: { warning: 3_387, failed: 5_800 }, desktop: { warning: 1_311, failed: 2_300 } },
    severity: "moderate",
    title: "The first screen fills quickly.",
    fault: "Speed Index is too high",
    help: "Show the content of the first screen without waiting for scripts, fonts or other requests.",
  },
  {
    rule: "time-to-first-byte",
    metric: "ttfb",
    name: "Time to First Byte",
    threshold: { mobile: { warning: 800, failed: 1_800 }, desktop: { warning: 800, failed: 1_800 } },
    severity: "moderate",
    title: "The server returns the document quickly.",
    fault: "Time to First Byte is too slow",
    help: "Cache what the server computes, serve the page from near its visitors, and avoid redirects before it.",
  },
];

/** Maximum good value of each metric. */
export const GOOD_UP_TO = Object.fromEntries(
  ROWS.map(({ metric, threshold }) => [
    metric,
    { mobile: threshold.mobile.warning, desktop: threshold.desktop.warning },
  ]),
) as Record<Metric, Record<FormFactor, number>>;

/** Minimum poor value of each metric, for CLS as in Web Vitals. */
export const POOR_FROM = Object.fromEntries(
  ROWS.map(({ metric, threshold: { mobile, desktop } }) => [
    metric,
    metric === "cls"
      ? { mobile: SERIOUS_CLS, desktop: SERIOUS_CLS }
      : { mobile: mobile.failed, desktop: desktop.failed },
  ]),
) as Record<Metric, Record<FormFactor, number>>;

export const METRIC_CHECKS: readonly Check<PerfFacts>[] = ROWS.map(
  ({ metric, name, threshold, refine = (result) => result, ...check }) => ({
    ...check,
    run: (facts) => refine(judge({ metric, name, threshold: threshold[facts.formFactor] }, facts), facts),
  }),
);

type Judged = { metric: Metric; name: string; threshold: Threshold };

function judge({ metric, name, threshold }: Judged, facts: PerfFacts): CheckResult {
  const values = facts.runs.map(({ metrics }) => metrics[metric]).filter((value) => value !== null);
  const value = median(values);
  if (value === null)
    return { outcome: "inapplicable", target: "", message: `Lighthouse gave no ${name} for this page.` };
  // The threshold itself is still good, as in Web Vitals.
  const outcome = outcomeOf(value, { warning: above(threshold.warning), failed: above(threshold.failed) });
  const shown = formatFigure(metric, value);
  const message =
    outcome === "passed"
      ? `The ${name} is ${shown}.`
      : `The ${name} is ${shown}; up to ${formatFigure(metric, threshold.warning)} is good.`;
  return { outcome, target: "", message, evidence: { median: value, runs: values } };
}

const above = (border: number) => border * (1 + 1e-9);

/** Makes a large layout shift more severe and names the element that moves most. */
function withWhatMoved(result: CheckResult, facts: PerfFacts): CheckResult {
  if (result.outcome !== "failed") return result;
  const shifts = facts.runs[facts.representative]?.audits["layout-shifts"];
  const moved = shifts?.items.find(({ selector }) => selector !== "")?.selector;
  const severity = Number(result.evidence?.median) > SERIOUS_CLS ? "serious" : "moderate";
  return {
    ...result,
    severity,
    message: moved === undefined ? result.message : `${result.message} What moves most is ${moved}.`,
    evidence: { ...result.evidence, moved: shownItems(shifts?.items ?? []) },
  };
}
