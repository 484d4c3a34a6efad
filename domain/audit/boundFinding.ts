// Limits the size of stored findings whose texts a site made huge, because findings are read by the hundred.
import { truncate } from "../text.ts";
import type { Evidence, Finding } from "./finding.ts";

/** Maximum length of a message and of a target in characters. The longest on ordinary sites have about 300. */
export const MAX_TEXT = 2_000;
/** Maximum length of evidence as JSON in characters. Checks keep to 5,000. */
export const MAX_EVIDENCE = 16_000;
/** Limits for evidence that is longer: characters per text, entries per list or object, and levels of nesting. */
const SHORT_TEXT = 300;
const SHORT_LIST = 20;
const SHORT_DEPTH = 4;

/** Returns the finding with texts and evidence within the limits. The fingerprint is not recomputed and still covers the whole target. */
export function boundFinding<F extends Pick<Finding, "message" | "target" | "evidence">>(finding: F): F {
  return {
    ...finding,
    message: truncate(finding.message, MAX_TEXT),
    target: truncate(finding.target, MAX_TEXT),
    evidence: boundEvidence(finding.evidence),
  };
}

function boundEvidence(evidence: Evidence): Evidence {
  if (JSON.stringify(evidence).length <= MAX_EVIDENCE) return evidence;
  const short = shortened(evidence, SHORT_DEPTH) as Evidence;
  return JSON.stringify(short).length <= MAX_EVIDENCE ? short : { shortened: "The evidence was too large to keep." };
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === "string") return truncate(value, SHORT_TEXT);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return "…";
  if (Array.isArray(value)) return value.slice(0, SHORT_LIST).map((entry) => shortened(entry, depth - 1));
  const entries = Object.entries(value).slice(0, SHORT_LIST);
  return Object.fromEntries(entries.map(([name, entry]) => [truncate(name, SHORT_TEXT), shortened(entry, depth - 1)]));
}
