// The rules of the pillar, in the order of reports.
import type { Check } from "../../audit/finding.ts";
import { cacheLifetime } from "./checks/cache-lifetime.ts";
import { cumulativeLayoutShift } from "./checks/cumulative-layout-shift.ts";
import { domSize } from "./checks/dom-size.ts";
import { duplicatedJavascript } from "./checks/duplicated-javascript.ts";
import { firstContentfulPaint } from "./checks/first-contentful-paint.ts";
import { fontDisplay } from "./checks/font-display.ts";
import { httpVersion } from "./checks/http-version.ts";
import { imageSize } from "./checks/image-size.ts";
import { largestContentfulPaint } from "./checks/largest-contentful-paint.ts";
import { lcpDiscovery } from "./checks/lcp-discovery.ts";
import { legacyJavascript } from "./checks/legacy-javascript.ts";
import { longTasks } from "./checks/long-tasks.ts";
import { pageWeight } from "./checks/page-weight.ts";
import { redirects } from "./checks/redirects.ts";
import { renderBlocking } from "./checks/render-blocking.ts";
import { scriptExecution } from "./checks/script-execution.ts";
import { speedIndex } from "./checks/speed-index.ts";
import { textCompression } from "./checks/text-compression.ts";
import { thirdParty } from "./checks/third-party.ts";
import { timeToFirstByte } from "./checks/time-to-first-byte.ts";
import { totalBlockingTime } from "./checks/total-blocking-time.ts";
import { unminifiedCss } from "./checks/unminified-css.ts";
import { unminifiedJavascript } from "./checks/unminified-javascript.ts";
import { unsizedImages } from "./checks/unsized-images.ts";
import { unusedCss } from "./checks/unused-css.ts";
import { unusedJavascript } from "./checks/unused-javascript.ts";
import type { PerfFacts } from "./facts.ts";

export const PERF_CHECKS: readonly Check<PerfFacts>[] = [
  largestContentfulPaint,
  firstContentfulPaint,
  cumulativeLayoutShift,
  totalBlockingTime,
  speedIndex,
  timeToFirstByte,
  renderBlocking,
  textCompression,
  cacheLifetime,
  redirects,
  lcpDiscovery,
  imageSize,
  unsizedImages,
  pageWeight,
  unusedJavascript,
  unusedCss,
  unminifiedJavascript,
  unminifiedCss,
  legacyJavascript,
  duplicatedJavascript,
  scriptExecution,
  longTasks,
  thirdParty,
  domSize,
  fontDisplay,
  httpVersion,
];
