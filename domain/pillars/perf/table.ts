// Rules of the pillar, in report order.

import type { Check } from "../../audit/finding.ts";
import { titlesOf } from "../titledCheck.ts";
import { cacheLifetime } from "./checks/cache-lifetime.ts";
import { domSize } from "./checks/dom-size.ts";
import { fontDisplay } from "./checks/font-display.ts";
import { httpVersion } from "./checks/http-version.ts";
import { lcpDiscovery } from "./checks/lcp-discovery.ts";
import { longTasks } from "./checks/long-tasks.ts";
import { METRIC_CHECKS } from "./checks/metrics.ts";
import { pageWeight } from "./checks/page-weight.ts";
import { redirects } from "./checks/redirects.ts";
import { renderBlocking } from "./checks/render-blocking.ts";
import { imageSize, SOURCE_SAVINGS } from "./checks/savings.ts";
import { scriptExecution } from "./checks/script-execution.ts";
import { textCompression } from "./checks/text-compression.ts";
import { thirdParty } from "./checks/third-party.ts";
import { unsizedImages } from "./checks/unsized-images.ts";
import type { PerfFacts } from "./facts.ts";

export const PERF_CHECKS: readonly Check<PerfFacts>[] = [
  ...METRIC_CHECKS,
  renderBlocking,
  textCompression,
  cacheLifetime,
  redirects,
  lcpDiscovery,
  imageSize,
  unsizedImages,
  pageWeight,
  ...SOURCE_SAVINGS,
  scriptExecution,
  longTasks,
  thirdParty,
  domSize,
  fontDisplay,
  httpVersion,
];

export const TITLES = titlesOf(PERF_CHECKS);
