// The cover page: what was audited, when, the result and the reasons.

import { countPages } from "../audit/causes.ts";
import { SEVERITIES, type Severity } from "../audit/finding.ts";
import { PILLAR_NAME } from "../audit/pillars.ts";
import { openFindings } from "../audit/startingPoint.ts";
import type { AuditSummary } from "../audit/summary.ts";
import { sincePart } from "../history/againstWords.ts";
import { scoreOf } from "../runs/score.ts";
import { RUN_NAME } from "../runTypes.ts";
import { plural, truncate } from "../text.ts";
import { STATUS_WORDS } from "../words/statuses.ts";
import { worstFirst } from "./bounds.ts";
import { functionalReasons } from "./functional/part.ts";
import type { FunctionalSection } from "./functional/types.ts";
import { html, link, type Markup, trusted } from "./html.ts";
import type { ReportInput, ReportSection } from "./input.ts";
import { type Band, bandOf, dial, mark, scoreBar, severityMark, verdictMark } from "./shapes.ts";
import type { VisualSection } from "./visual/types.ts";
import { visualReasons } from "./visual/words.ts";
import { dateTime, duration, headingOf, hostOf, number, revision } from "./words.ts";

/** A plumb line with its bob. */
const BOB = `<svg viewBox="0 0 22 30" aria-hidden="true"><path d="M11 0v12" stroke="currentColor" stroke-width="2" fill="none"/><path d="M4 12h14v6l-7 12-7-12z" fill="currentColor"/></svg>`;

export function cover(input: ReportInput): Markup {
  const { run, kind, visual } = input;
  const [only] = input.sections;
  const single = kind === "pillar" ? only : undefined;
  const counted = kind === "pillar" ? (visual ?? input.functional) : null;
  return html`<header class="cover cover-${kind}">
<div class="cover-head"><span class="brand">${trusted(BOB)}Plumbline</span><span class="soft">${dateTime(run.finishedAt ?? run.startedAt)}</span></div>
<div class="cover-title"><div>
<p class="kind">${RUN_NAME[run.type]}</p>
<h1>${truncate(run.projectName, 120)}</h1>
<p class="site">${run.environmentName ? html`<span>${truncate(run.environmentName, 80)}</span> <span class="soft">·</span> ` : null}${link(run.baseUrl, truncate(hostOf(run.baseUrl), 120))}${run.location ? html` <span class="soft">from ${run.location}</span>` : null}</p>
${single ? verdictLine(single) : null}${counted ? html`<p class="verdict">${verdictMark(counted.verdict, counted.status)}</p>` : null}
</div>${counted ? dial(input.score, "large", shareBand(counted)) : dial(input.score)}</div>
${counted || run.error ? null : html`<p class="outcome">${truncate(run.sentence, 600)}</p>`}
${facts(input)}
${single ? singleBody(single) : counted ? countedBody(input) : suiteTable(input)}
${fixFirst(input)}
</header>`;
}

/** Returns the mark of the verdict, with an explanation if score and verdict seem to disagree. */
export function verdictLine(section: ReportSection): Markup {
  const { summary, status, startingPoint } = section;
  const said = summary ? verdictNote(summary, section) : null;
  return html`<p class="verdict">${verdictMark(summary?.verdict ?? null, status, startingPoint)}${said ? html`<span class="verdict-note">${said}</span>` : null}</p>`;
}

function verdictNote({ verdict, bySeverity }: AuditSummary, section: ReportSection): string | null {
  const score = scoreOf(section);
  if (section.startingPoint)
    return `The first run of its kind, with ${openFindings(bySeverity)}: later runs fail on new ones.`;
  if (score === null) return null;
  const { name } = bandOf(score);
  if (verdict === "fail" && score >= 90)
    return `The score is ${name.toLowerCase()}; the run failed for the reasons below.`;
  if (verdict === "pass" && score < 50)
    return `The score is ${name.toLowerCase()}; the run passed because nothing became worse.`;
  return null;
}

/** Returns the band for the share of passed results, which is not a score: one wrong price among a hundred screenshots fails the run. */
export const shareBand = ({ verdict }: Pick<VisualSection, "verdict">): Band => ({
  name: "Results passed, in percent",
  tone: verdict === null ? "none" : verdict === "pass" ? "good" : "bad",
});

function facts({ kind, run, sections, visual, functional }: ReportInput): Markup {
  const pages = Math.max(visual?.pages ?? 0, ...sections.map(({ pagesTotal }) => pagesTotal));
  const rows: [string, string | null][] = [
    ["Duration", run.durationMs === null ? null : duration(run.durationMs)],
    kind === "pillar" && functional ? ["Features", number(functional.features)] : ["Pages", number(pages)],
    ["Revision", revision(run)],
    ["Run", run.runId],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => (value === null ? null : html`<div><dt>${name}</dt><dd>${truncate(value, 120)}</dd></div>`))}</dl>`;
}

function singleBody(section: ReportSection): Markup {
  const { summary, error } = section;
  return html`${error ? html`<div class="callout tone-bad"><p>${truncate(error, 600)}</p></div>` : null}
${summary ? html`${figures(summary)}${severities(summary)}${whyPart(summary.reasons)}` : null}`;
}

const whyPart = (reasons: readonly string[]): Markup =>
  html`<h2 class="sub">Why this verdict</h2><ul class="why">${reasons.slice(0, 12).map((reason) => html`<li>${truncate(reason, 500)}</li>`)}</ul>`;

const strip = (rows: readonly (readonly [string, number])[]): Markup =>
  html`<dl class="kpis">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>`)}</dl>`;

/** For runs that count results. */
function countedBody({ visual, functional, run: { error } }: ReportInput): Markup {
  const [strip, why] = visual
    ? [visualFigures(visual), visualReasons(visual)]
    : functional
      ? [functionalFigures(functional), functionalReasons(functional)]
      : [null, []];
  return html`${error ? html`<div class="callout tone-bad"><p>${truncate(error, 600)}</p></div>` : null}
${strip}${error ? null : whyPart(why)}`;
}

/** Returns the counts of a functional run as a strip. */
export function functionalFigures({ counts, flakyTotal }: FunctionalSection): Markup | null {
  if (!counts) return null;
  return strip([
    ["Scenarios", counts.total],
    [STATUS_WORDS.passed, counts.passed],
    [STATUS_WORDS.failed, counts.failed - counts.errors - counts.undefined],
    [STATUS_WORDS.flaky, flakyTotal],
    [STATUS_WORDS.not_runnable, counts.undefined],
    [STATUS_WORDS.not_measured, counts.errors],
  ]);
}

/** Returns the counts of a visual run as a strip. */
export function visualFigures({ counts, open, changesTotal }: VisualSection): Markup | null {
  if (!counts) return null;
  return strip([
    ["Screenshots", counts.total],
    [STATUS_WORDS.passed, counts.passed],
    [STATUS_WORDS.changed, open.changed],
    ["Changes", changesTotal],
    [STATUS_WORDS.no_baseline, open.missing],
    [STATUS_WORDS.not_measured, open.errors],
  ]);
}

/** Returns the counts of one audit as a strip. */
export function figures(summary: AuditSummary): Markup {
  const rows: [string, number][] = [
    ["Checks passed", summary.passed],
    ["Checks failed", summary.failed],
    ["Warnings", summary.warnings],
    [STATUS_WORDS.review, summary.review],
    ["New", summary.new],
    ["Fixed", summary.fixed],
    ...(summary.accepted ? ([["Accepted", summary.accepted]] satisfies [string, number][]) : []),
  ];
  const unmeasured =
    summary.notMeasured > 0
      ? html`<p class="note">Of ${plural(summary.pages, "page")}, ${number(summary.notMeasured)} could not be measured and ${summary.notMeasured === 1 ? "counts" : "count"} neither as passed nor as failed. The table of pages shows the reasons.</p>`
      : null;
  const since = sincePart(summary.against);
  return html`${strip(rows)}${since ? html`<p class="note">New and fixed${truncate(since, 200)}.</p>` : null}${unmeasured}`;
}

/** Returns the number of failed findings by severity, including 0, so that it is clear there are none. */
export function severities({ bySeverity }: { bySeverity: Partial<Record<Severity, number>> }): Markup {
  return html`<ul class="severities" aria-label="Failed findings by severity">${SEVERITIES.map((severity) => html`<li>${severityMark(severity)} <b>${number(bySeverity[severity] ?? 0)}</b></li>`)}</ul>`;
}

function suiteTable({ sections, others }: ReportInput): Markup {
  const rows = [
    ...others.map((other) => ({
      name: PILLAR_NAME[other.pillar],
      score: other.score,
      verdict: verdictMark(other.verdict, other.status),
      failed: null,
      fresh: null,
      why: other.sentence,
    })),
    ...sections.map((section) => ({
      name: PILLAR_NAME[section.pillar],
      score: scoreOf(section),
      verdict: verdictMark(section.summary?.verdict ?? null, section.status, section.startingPoint),
      failed: section.summary?.failed ?? null,
      fresh: section.summary?.new ?? null,
      why: section.error ?? section.summary?.reasons[0] ?? "",
    })),
  ];
  const figure = (value: number | null) => html`<td class="num">${value === null ? "–" : number(value)}</td>`;
  return html`<h2 class="sub">Pillars</h2><div class="wide" role="region" aria-label="Pillars" tabindex="0"><table><thead><tr><th>Pillar</th><th>Score</th><th>Verdict</th><th class="num">Failed</th><th class="num">New</th><th>Reason</th></tr></thead>
<tbody>${rows.map(({ name, score, verdict, failed, fresh, why }) => html`<tr><td><strong class="name">${name}</strong></td><td>${scoreBar(score)}</td><td>${verdict}</td>${figure(failed)}${figure(fresh)}<td class="small">${truncate(why, 240)}</td></tr>`)}</tbody></table></div>
<p class="note">Failed: checks that failed, over all pages. New: failed findings that the run it is compared with did not have.</p>`;
}

const FIRST = 6;

/** Returns the most important rules: by severity, then by number of findings. */
function fixFirst({ kind, sections }: ReportInput): Markup | null {
  const failed = sections.flatMap(({ findings }) => findings.filter(({ outcome }) => outcome === "failed"));
  const groups = [...Map.groupBy(failed, ({ pillar, rule }) => `${pillar} ${rule}`).values()].flatMap((all) => {
    const [worst] = [...all].sort(worstFirst);
    return worst ? [{ worst, all }] : [];
  });
  if (groups.length === 0) return null;
  groups.sort((a, b) => worstFirst(a.worst, b.worst) || b.all.length - a.all.length);
  const rows = groups.slice(0, FIRST).map(({ worst, all }) => {
    const pages = countPages(all);
    const pillar = kind === "suite" ? html`<span class="soft">${PILLAR_NAME[worst.pillar]}</span>` : null;
    const fresh = all.some(({ isNew }) => isNew === true) ? mark("New", "star", "new") : null;
    return html`<li>${severityMark(worst.severity)}<span><strong>${headingOf(worst)}</strong> ${pillar}</span><span class="soft small">${plural(all.length, "finding")} on ${plural(pages, "page")}</span>${fresh ?? html`<span></span>`}</li>`;
  });
  return html`<h2 class="sub">What to fix first</h2><ol class="first">${rows}</ol>`;
}
