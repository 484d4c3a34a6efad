// Our own penalty points. The points of MDN HTTP Observatory are in observatory.ts; ours use the same scale for what Observatory does not
// check, or where a page is less secure than its table suggests.
import type { Outcome, Severity } from "../../audit/finding.ts";

/** What a rule reported about a page or the host. `target` is "" if only the rule's worst outcome is known. */
export type Said = { rule: string; outcome: Outcome; severity: Severity; target: string };

export type Penalty = {
  name: string;
  /** Only the worst penalty of a group counts, including the Observatory test of the same name. */
  group: string;
  points: number;
  when(said: Said): boolean;
};

type Wanted = { outcome?: Outcome; severity?: Severity; target?: RegExp };
const about =
  (rule: string, wanted: Wanted = { outcome: "failed" }) =>
  (said: Said): boolean =>
    said.rule === rule &&
    (said.outcome === "failed" || said.outcome === "warning" || said.outcome === "review") &&
    (wanted.outcome === undefined || said.outcome === wanted.outcome) &&
    (wanted.severity === undefined || said.severity === wanted.severity) &&
    (wanted.target === undefined || wanted.target.test(said.target));
const penalty = (group: string, name: string, points: number, when: Penalty["when"]): Penalty => ({
  name,
  group,
  points,
  when,
});

export const PENALTIES: readonly Penalty[] = [
  // Observatory gives a bonus for any frame-ancestors, and recognizes session cookies only by "sess" and "login".
  penalty(
    "x-frame-options",
    "frame-ancestors-open",
    -20,
    about("frame-ancestors", { outcome: "failed", target: /^frame-ancestors$/ }),
  ),
  penalty(
    "cookies",
    "session-cookie-unprotected",
    -30,
    about("cookie-flags", { outcome: "failed", severity: "serious" }),
  ),
  penalty("exposed", "exposed-critical", -50, about("exposed-file", { outcome: "failed", severity: "critical" })),
  penalty("exposed", "exposed-serious", -30, about("exposed-file", { outcome: "failed", severity: "serious" })),
  penalty("exposed", "exposed-minor", -5, about("exposed-file", {})),
  penalty(
    "libraries",
    "library-critical",
    -40,
    about("vulnerable-library", { outcome: "failed", severity: "critical" }),
  ),
  penalty("libraries", "library-serious", -30, about("vulnerable-library", { outcome: "failed", severity: "serious" })),
  penalty("libraries", "library-moderate", -20, about("vulnerable-library")),
  penalty("transport", "password-over-http", -40, about("password-http")),
  penalty("transport", "form-over-http", -20, about("form-http")),
  penalty("transport", "mixed-content", -20, about("mixed-content")),
  penalty("transport", "mixed-content-passive", -5, about("mixed-content", { outcome: "warning" })),
  penalty("tls", "old-protocol-only", -20, about("tls-protocol")),
  penalty("tls", "old-protocol-accepted", -5, about("tls-protocol", { outcome: "warning" })),
  penalty("version", "server-version", -5, about("server-version")),
];

/** Minimum score for bonuses, as in Observatory. */
export const BONUS_FROM = 90;

/** Grades with their minimum score, best first. */
export const GRADES: readonly [least: number, grade: string][] = [
  [100, "A+"],
  [90, "A"],
  [85, "A-"],
  [80, "B+"],
  [70, "B"],
  [65, "B-"],
  [60, "C+"],
  [50, "C"],
  [45, "C-"],
  [40, "D+"],
  [30, "D"],
  [25, "D-"],
  [0, "F"],
];
