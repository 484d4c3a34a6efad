// Turns open problems into issues, ranked by priority.

import { SEVERITIES, type Severity } from "../audit/finding.ts";
import { PILLARS, type Pillar } from "../audit/pillars.ts";
import { type Factors, factorsOf, isFresh, pagesOf } from "../problems/priority.ts";
import type { FoundProblem } from "../problems/problem.ts";
import { placeWords } from "../problems/told.ts";
import { capital, plural } from "../text.ts";
import { quotedText } from "../untrusted/quote.ts";
import { ADVICE } from "./advice.ts";
import { type Call, callOf } from "./calls.ts";
import { byName, cut, type Facts, type OpenProblem } from "./facts.ts";

export const FORMULA =
  "score = severity (critical 10, serious 6, moderate 3, minor 1, info 0.5) × reach (1 + share of the known places; the whole site 2) × newness (1.5 when new or back, else 1) × importance of the most important page (0.8 to 1.5)";

export type Issue = {
  /** The problem's id, which is the same in later runs. */
  id: string;
  pillar: Pillar;
  rule: string;
  severity: Severity;
  /** The fault in a few words; may contain text of the page. */
  fault: string;
  /** What is wrong, and where; may contain text of the page. */
  message: string;
  /** Fault and place in quotes, for use in a sentence; longer page text is only in `message`. */
  named: string;
  help: string;
  /** Number of places: screenshots, scenarios or pages. */
  count: number;
  newCount: number;
  /** Page keys, most important first; "" is the whole site. */
  pages: string[];
  /** Number of affected pages. */
  pageCount: number;
  runId: string;
  score: number;
  factors: Factors;
  /** The factors in words. */
  why: string;
  call: Call;
};

/** Returns all issues, highest score first; ties by severity, pillar and id. */
export function rankIssues(facts: Facts): Issue[] {
  return facts.problems
    .map((problem) => issueOf(facts, problem))
    .sort(
      (a, b) =>
        b.score - a.score ||
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        PILLARS.indexOf(a.pillar) - PILLARS.indexOf(b.pillar) ||
        byName(a.id, b.id),
    );
}

export const isWorst = ({ severity }: { severity: Severity }): boolean =>
  severity === "critical" || severity === "serious";

/** Returns one line with what is wrong and where. May contain text of the page. */
export function problemWords(problem: Pick<FoundProblem, "sentence" | "places" | "placeCount">): string {
  const where = placeWords(problem);
  return where === "" ? cut(problem.sentence, 300) : `${cut(problem.sentence, 220)} (${cut(where, 77)})`;
}

/**
 * Returns the fault and its place in quotes, cut to length: `"Image has no alt text" on "/cart"`. For a problem of the whole site, the part
 * that distinguishes it: `"Security header is missing" ("X-Frame-Options")`.
 */
export function problemName(problem: Pick<FoundProblem, "title" | "places" | "placeCount" | "evidence">): string {
  const title = quotedText(problem.title.replace(/\.$/, ""), 120);
  const where = placeWords(problem);
  if (where !== "") return `${title} on ${quotedText(where)}`;
  const { target } = problem.evidence;
  return target ? `${title} (${quotedText(target)})` : title;
}

/** Returns the call for a closer look at a problem. */
export function callFor(
  place: Pick<Facts, "project" | "environment">,
  problem: Pick<OpenProblem, "pillar" | "rule" | "evidence" | "runId">,
): Call {
  const { label, action, args } = ADVICE[problem.pillar].closer(problem);
  return callOf(place, label, action, args);
}

const NEWNESS: Readonly<Record<string, string>> = { new: "new", regressed: "back again" };

function issueOf(facts: Facts, problem: OpenProblem): Issue {
  const { id, pillar, rule, severity, status, title, help, places, placeCount, knownPlaces, priority, runId } = problem;
  const factors = factorsOf(problem, knownPlaces);
  const pages = pagesOf(problem);
  const site = pages[0] === "";
  const reached = site ? "the whole site" : `${placeCount} of ${plural(knownPlaces, "place")}`;
  const fresh = isFresh(status);
  return {
    id,
    pillar,
    rule,
    severity,
    fault: cut(title, 120),
    message: problemWords(problem),
    named: problemName(problem),
    help: cut(help, 300),
    count: placeCount,
    newCount: fresh ? placeCount : 0,
    pages: pages.map((key) => cut(key, 120)),
    // For places that are only counted, assume the same ratio of pages to places as for the known ones.
    pageCount: site ? knownPlaces : Math.round((pages.length * placeCount) / Math.max(1, places.length)),
    runId,
    score: priority,
    factors,
    // `factors` has the details of each factor.
    why: `${capital(severity)}, on ${reached}, ${fresh ? NEWNESS[status] : "not new"}. Its most important page is ${cut(pages[0] || "/", 100)}.`,
    call: callFor(facts, problem),
  };
}
