// Formats dates, figures and names in reports.
import { oneDecimal } from "../health/figures.ts";
import { capital, truncate } from "../text.ts";
import type { ReportFinding, ReportRun } from "./input.ts";

/** Example: "5 March 2026, 14:02 UTC". */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "unknown";
  return `${dayOf(iso)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** Example: "5 March 2026", in UTC. */
export function dayOf(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "unknown";
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** Examples: "42 s", "3 min 5 s", "1 h 12 min". */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Example: "1,234". */
export const number = (value: number): string => value.toLocaleString("en-GB", { maximumFractionDigits: 1 });

/** Returns the score as printed; "–" if there is none. */
export const scoreText = (score: number | null): string => (score === null ? "–" : String(oneDecimal(score)));

/** Words of rule names that are written in capitals. */
const CAPITALS = new Set(
  "aria css csp html http https hsts id ids ip js json lcp fcp cls tbt ttfb si sri tls url urls xml h1 h2 cve og ga4 gtm coop coep corp".split(
    " ",
  ),
);

/** Examples: "image-alt" → "Image alt", "json-ld-invalid" → "JSON ld invalid". */
export function ruleInWords(rule: string): string {
  const words = rule.split(/[-_\s]+/).map((word) => (CAPITALS.has(word.toLowerCase()) ? word.toUpperCase() : word));
  return capital(words.join(" "));
}

/** Returns what is wrong, or the rule's name if the rule has no text for it. */
export const headingOf = ({ fault, rule }: Pick<ReportFinding, "fault" | "rule">): string =>
  fault ?? ruleInWords(truncate(rule, 80));

/** Returns the address for display: path and query on the audited site, otherwise the whole address. */
export function shownAddress(url: string, baseUrl: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  // A report must not show credentials in an address.
  parsed.username = "";
  parsed.password = "";
  if (URL.parse(baseUrl)?.origin !== parsed.origin) return parsed.href;
  return parsed.pathname + parsed.search + parsed.hash;
}

/** Example: "shop.example". */
export const hostOf = (url: string): string => URL.parse(url)?.host || url;

/** Example: "main @ 1a2b3c4", or what is known of it. */
export function revision({ branch, commitSha, prNumber }: ReportRun): string | null {
  const parts = [
    ...(prNumber === null ? [] : [`pull request ${prNumber}`]),
    ...(branch === null ? [] : [branch]),
    ...(commitSha === null ? [] : [commitSha.slice(0, 10)]),
  ];
  return parts.length === 0 ? null : parts.join(" · ");
}
