// The checks of bytes that could be saved, one row each with its threshold.
import type { Check } from "../../../audit/finding.ts";
import { capital } from "../../../text.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, count, named, outcomeOf, shownItems, size } from "../judge.ts";
import { KIB, type Threshold } from "../thresholds.ts";

type SavingsRow = Omit<Check<PerfFacts>, "run"> & {
  /** Id of the Lighthouse audit. */
  audit: string;
  /** Threshold for the wasted bytes, summed over the audit's rows. */
  threshold: Threshold;
  /** Noun for a row of the audit: "script". */
  unit: string;
  /** End of the sentence that begins with the size: "of script are not run by this page". */
  saved: string;
};

const IMAGE_SIZE: SavingsRow = {
  rule: "image-size",
  audit: "image-delivery-insight",
  threshold: { warning: 100 * KIB, failed: 500 * KIB },
  unit: "picture",
  saved: "could be saved with smaller or better compressed images",
  severity: "moderate",
  title: "Images are not larger than their display size.",
  fault: "Images are larger than needed",
  help: "Serve images in the size they are shown in (srcset and sizes), in a modern format such as WebP or AVIF, and compressed.",
};

const SOURCES: readonly SavingsRow[] = [
  {
    rule: "unused-javascript",
    audit: "unused-javascript",
    threshold: { warning: 100 * KIB, failed: 300 * KIB },
    unit: "script",
    saved: "of script are not run by this page",
    severity: "moderate",
    title: "Little of the script is unused.",
    fault: "Page loads unused JavaScript",
    help: "Split the script and load what this page does not use when it is needed; remove libraries that nothing uses.",
  },
  {
    rule: "unused-css",
    audit: "unused-css-rules",
    threshold: { warning: 50 * KIB, failed: 150 * KIB },
    unit: "style sheet",
    saved: "of style rules are not used by this page",
    severity: "minor",
    title: "Few style rules are unused.",
    fault: "Page loads unused CSS",
    help: "Split the style sheets by page type, and remove rules that nothing uses.",
  },
  {
    rule: "unminified-javascript",
    audit: "unminified-javascript",
    threshold: { warning: 20 * KIB, failed: 100 * KIB },
    unit: "script",
    saved: "could be saved by minifying scripts",
    severity: "minor",
    title: "Scripts are minified.",
    fault: "JavaScript is not minified",
    help: "Minify scripts when they are built.",
  },
  {
    rule: "unminified-css",
    audit: "unminified-css",
    threshold: { warning: 10 * KIB, failed: 50 * KIB },
    unit: "style sheet",
    saved: "could be saved by minifying style sheets",
    severity: "minor",
    title: "Style sheets are minified.",
    fault: "CSS is not minified",
    help: "Minify style sheets when they are built.",
  },
  {
    rule: "legacy-javascript",
    audit: "legacy-javascript-insight",
    threshold: { warning: 15 * KIB, failed: 60 * KIB },
    unit: "script",
    saved: "of polyfills and transforms are for outdated browsers",
    severity: "minor",
    title: "No script is built for outdated browsers.",
    fault: "JavaScript is built for outdated browsers",
    help: "Target browsers with at least ES2017, and leave out polyfills for features that they all have.",
  },
  {
    rule: "duplicated-javascript",
    audit: "duplicated-javascript-insight",
    threshold: { warning: 20 * KIB, failed: 100 * KIB },
    unit: "module",
    saved: "of modules are sent more than once",
    severity: "minor",
    title: "No module is sent twice.",
    fault: "JavaScript bundles contain duplicate modules",
    help: "Share modules between bundles, and use one version of each package.",
  },
];

/** Creates a check of the wasted bytes of one audit. */
const savingsCheck = ({ audit, threshold, unit, saved, ...check }: SavingsRow): Check<PerfFacts> => ({
  ...check,
  run: (facts) =>
    byAudit(facts, audit, ({ sum: { wastedBytes }, items, count: rows }) => ({
      outcome: outcomeOf(wastedBytes, threshold),
      target: "",
      message:
        wastedBytes < 1_024
          ? "No significant savings."
          : `${capital(size(wastedBytes))} ${saved} (${[count(rows, unit), named(items, rows)].filter(Boolean).join(": ")}).`,
      evidence: { wastedBytes, items: shownItems(items) },
    })),
});

export const imageSize = savingsCheck(IMAGE_SIZE);

/** Checks of scripts and style sheets. */
export const SOURCE_SAVINGS: readonly Check<PerfFacts>[] = SOURCES.map(savingsCheck);
