// Explains why a Lighthouse run has no result, with a code and a sentence for people.
import {
  answerFailure,
  type CaptureFailure,
  type ExplainFailure,
  navigationFailure,
} from "../../../browsers/page/failures.ts";
import { ADDRESS_REFUSED } from "./protocol.ts";

export type RunFailure = {
  code: string;
  reason: string;
  /** Whether the next run would fail the same way. */
  final: boolean;
};

/** Faults of the page itself, reported alike in every run. Codes of LighthouseError. */
const FINAL = new Set([
  "NO_DOCUMENT_REQUEST",
  "FAILED_DOCUMENT_REQUEST",
  "ERRORED_DOCUMENT_REQUEST",
  "INSECURE_DOCUMENT_REQUEST",
  "CHROME_INTERSTITIAL_ERROR",
  "DNS_FAILURE",
  "NOT_HTML",
  "INVALID_URL",
  "TOO_LARGE",
  ADDRESS_REFUSED,
]);

const SENTENCE: Record<string, [code: string, reason: string]> = {
  NO_DOCUMENT_REQUEST: ["page_error", "The address did not answer with a page."],
  NOT_HTML: ["download", "The address answered with something other than an HTML page."],
  INVALID_URL: ["page_error", "Lighthouse cannot read the address."],
  NO_FCP: ["page_error", "The page painted nothing to measure."],
  NO_LCP: ["page_error", "The page painted no content to measure."],
  PAGE_HUNG: ["timeout", "The page did not respond: one of its scripts keeps the browser busy."],
  TARGET_CRASHED: [
    "browser_crashed",
    "The page's process ended during the measurement, most likely because it ran out of memory.",
  ],
  CHILD_ENDED: ["browser_crashed", "Lighthouse's process ended during the measurement."],
  PROTOCOL_TIMEOUT: ["timeout", "The browser did not answer Lighthouse in time: the page keeps it busy."],
  RUN_TIMEOUT: ["timeout", "The measurement did not end in time."],
  TOO_LARGE: ["page_error", "Lighthouse's result is too large to store."],
  [ADDRESS_REFUSED]: [
    "address_refused",
    "The page redirected to an address that is not http(s), so it was not measured.",
  ],
  NO_METRICS: ["page_error", "Lighthouse could not compute the page's metrics."],
};

/** `message` may contain parts of addresses and of the page; only error names and status are taken from it. */
export function explainRun(code: string, message: string, url: string, explain?: ExplainFailure): RunFailure {
  const final = FINAL.has(code);
  const failure = pageFailure(code, message, url, explain);
  if (failure !== undefined) return { code: failure.reason.code, reason: failure.reason.message, final };
  const [known, reason] = SENTENCE[code] ?? [
    "page_error",
    `Lighthouse could not measure the page (${safeCode(code)}).`,
  ];
  return { code: known, reason, final };
}

function pageFailure(
  code: string,
  message: string,
  url: string,
  explain: ExplainFailure | undefined,
): CaptureFailure | undefined {
  // For a refused or unreachable host the proxy responds with its own page if the address is plain http.
  const known = knownFailure(url, explain);
  if (code === "ERRORED_DOCUMENT_REQUEST")
    return known
      ? navigationFailure("", url, explain)
      : answerFailure(Number(/\bStatus code: (\d{3})\b/.exec(message)?.[1] ?? 0), "", {}, url);
  if (code === "DNS_FAILURE") return navigationFailure("ERR_NAME_NOT_RESOLVED", url, explain);
  if (code === "INSECURE_DOCUMENT_REQUEST") return navigationFailure("ERR_CERT_INVALID", url, explain);
  if (code === "FAILED_DOCUMENT_REQUEST" || code === "CHROME_INTERSTITIAL_ERROR")
    return navigationFailure(/\b(?:net::)?ERR_[A-Z0-9_]{1,60}/.exec(message)?.[0] ?? "", url, explain);
  return undefined;
}

function knownFailure(url: string, explain: ExplainFailure | undefined): boolean {
  const parsed = URL.parse(url);
  if (parsed === null) return false;
  const port = parsed.port === "" ? (parsed.protocol === "https:" ? 443 : 80) : Number(parsed.port);
  return explain?.(parsed.hostname, port) !== undefined;
}

function safeCode(code: string): string {
  return /^[A-Z_]{1,60}$/.test(code) ? code : "no other reason given";
}
