// Marks and drawings. Each meaning has its own shape and word, so that it works on grey paper and with colour blindness.
import type { Outcome, Severity } from "../audit/finding.ts";
import type { ScenarioStatus } from "../functional/attemptStatus.ts";
import { SEVERITY_WORDS } from "../words/severities.ts";
import { STATUS_WORDS } from "../words/statuses.ts";
import { html, type Markup, trusted } from "./html.ts";
import type { ReportPage } from "./input.ts";
import type { ResultStatus } from "./visual/types.ts";
import { scoreText } from "./words.ts";

/** Drawn in a box of 12 by 12. */
const SHAPE = {
  octagon: `<path d="M3.6 0h4.8L12 3.6v4.8L8.4 12H3.6L0 8.4V3.6z"/>`,
  triangle: `<path d="M6 .5 12 11.5H0z"/>`,
  diamond: `<path d="M6 0l6 6-6 6-6-6z"/>`,
  square: `<rect x="1.25" y="1.25" width="9.5" height="9.5"/>`,
  ring: `<circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" stroke-width="2"/>`,
  tick: `<path d="M1 6.6 4.4 10 11 2.6" fill="none" stroke="currentColor" stroke-width="2.2"/>`,
  cross: `<path d="M1.5 1.5l9 9m0-9l-9 9" fill="none" stroke="currentColor" stroke-width="2.4"/>`,
  dash: `<path d="M1 6h10" fill="none" stroke="currentColor" stroke-width="2.4" stroke-dasharray="2.6 1.6"/>`,
  eye: `<path d="M.5 6C3 1.8 9 1.8 11.5 6 9 10.2 3 10.2.5 6z" fill="none" stroke="currentColor" stroke-width="1.5"/><circle cx="6" cy="6" r="1.8"/>`,
  star: `<path d="M6 0l1.7 4.1 4.3.4-3.3 2.8 1 4.3L6 9.2l-3.7 2.4 1-4.3L0 4.5l4.3-.4z"/>`,
} as const;

const drawing = (shape: keyof typeof SHAPE): Markup =>
  trusted(`<svg class="shape" viewBox="0 0 12 12" aria-hidden="true" focusable="false">${SHAPE[shape]}</svg>`);

const SHAPE_OF_SEVERITY: Record<Severity, keyof typeof SHAPE> = {
  critical: "octagon",
  serious: "triangle",
  moderate: "diamond",
  minor: "square",
  info: "ring",
};

export const severityMark = (severity: Severity): Markup =>
  html`<span class="mark sev-${severity}">${drawing(SHAPE_OF_SEVERITY[severity])}${SEVERITY_WORDS[severity]}</span>`;

const STATUS = {
  passed: { word: STATUS_WORDS.passed, shape: "tick", tone: "good" },
  failed: { word: STATUS_WORDS.failed, shape: "cross", tone: "bad" },
  not_measured: { word: STATUS_WORDS.not_measured, shape: "dash", tone: "none" },
  pending: { word: STATUS_WORDS.pending, shape: "dash", tone: "none" },
} as const;

export function statusMark(status: ReportPage["status"]): Markup {
  const { word, shape, tone } = STATUS[status];
  return mark(word, shape, tone);
}

const RESULT: Record<ResultStatus, { word: string; shape: keyof typeof SHAPE; tone: Tone }> = {
  passed: STATUS.passed,
  approved: { word: STATUS_WORDS.approved, shape: "tick", tone: "good" },
  failed: { word: STATUS_WORDS.changed, shape: "cross", tone: "bad" },
  error: { word: STATUS_WORDS.not_measured, shape: "dash", tone: "warn" },
  no_baseline: { word: STATUS_WORDS.no_baseline, shape: "ring", tone: "none" },
  pending: STATUS.pending,
};

export function resultMark(status: ResultStatus): Markup {
  const { word, shape, tone } = RESULT[status];
  return mark(word, shape, tone);
}

const SCENARIO: Record<ScenarioStatus | "flaky", { word: string; shape: keyof typeof SHAPE; tone: Tone }> = {
  passed: STATUS.passed,
  flaky: { word: STATUS_WORDS.flaky, shape: "diamond", tone: "warn" },
  failed: STATUS.failed,
  undefined: { word: STATUS_WORDS.not_runnable, shape: "ring", tone: "warn" },
  error: RESULT.error,
  pending: STATUS.pending,
};

export function scenarioMark(status: ScenarioStatus, flaky: boolean): Markup {
  const { word, shape, tone } = SCENARIO[flaky ? "flaky" : status];
  return mark(word, shape, tone);
}

export type Tone = "good" | "bad" | "warn" | "none" | "new";
export const mark = (word: string, shape: keyof typeof SHAPE, tone: Tone): Markup =>
  html`<span class="mark tone-${tone}">${drawing(shape)}${word}</span>`;

/** `startingPoint`: it passed because there is nothing to compare with, which is not an achievement. */
export function verdictMark(
  verdict: "pass" | "fail" | null,
  status: "running" | "completed" | "failed",
  startingPoint = false,
): Markup {
  if (status === "running") return mark("Still running", "dash", "none");
  if (status === "failed" || verdict === null) return mark("Inconclusive", "dash", "warn");
  if (startingPoint) return mark("Starting point", "ring", "none");
  return verdict === "pass" ? mark("Passed", "tick", "good") : mark("Failed", "cross", "bad");
}

export const OUTCOME_TITLE: Partial<Record<Outcome, string>> = {
  failed: "To fix",
  warning: "Warnings",
  review: "Manual review",
};

export type Band = { name: string; tone: Tone };
/** The limits 90 and 50 are those of Lighthouse. */
export function bandOf(score: number | null): Band {
  if (score === null) return { name: "Not measured", tone: "none" };
  if (score >= 90) return { name: "Good", tone: "good" };
  return score >= 50 ? { name: "To improve", tone: "warn" } : { name: "Poor", tone: "bad" };
}

const RADIUS = 52;
const ROUND = 2 * Math.PI * RADIUS;

/** Returns a ring filled according to the score, with the figure and its band in words, unless another band is given. */
export function dial(score: number | null, size: "large" | "small" = "large", band: Band = bandOf(score)): Markup {
  const { name, tone } = band;
  const filled = score === null ? 0 : (Math.min(100, Math.max(0, score)) / 100) * ROUND;
  const spoken = score === null ? "Score: not measured" : `Score: ${scoreText(score)} of 100, ${name}`;
  return html`<figure class="dial dial-${size} tone-${tone}"><svg viewBox="0 0 120 120" role="img" aria-label="${spoken}">
<circle class="track" cx="60" cy="60" r="${RADIUS}"${score === null ? html` stroke-dasharray="3 5"` : null}/>
${score === null || filled === 0 ? null : html`<circle class="arc" cx="60" cy="60" r="${RADIUS}" stroke-dasharray="${filled.toFixed(2)} ${ROUND.toFixed(2)}" transform="rotate(-90 60 60)"/>`}
<text x="60" y="${size === "large" ? 63 : 72}" class="dial-figure">${scoreText(score)}</text>
${size === "large" ? html`<text x="60" y="82" class="dial-of">of 100</text>` : null}</svg>${size === "large" ? html`<figcaption>${name}</figcaption>` : null}</figure>`;
}

/** Returns a bar of 0 to 100 next to its figure. */
export function scoreBar(score: number | null): Markup {
  const { tone } = bandOf(score);
  const width = score === null ? 0 : Math.min(100, Math.max(0, score));
  return html`<span class="score tone-${tone}"><span class="score-figure">${scoreText(score)}</span><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="bar-track" width="100" height="8"/><rect class="bar-fill" width="${width.toFixed(1)}" height="8"/></svg></span>`;
}
