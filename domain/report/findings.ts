// Renders findings grouped by rule, with the affected pages and how to fix each.

import { countPages } from "../audit/causes.ts";
import { OPEN_OUTCOMES, type Outcome } from "../audit/finding.ts";
import { plural, truncate } from "../text.ts";
import type { Album } from "./bounds.ts";
import { worstFirst } from "./bounds.ts";
import type { Picture } from "./extraTypes.ts";
import { html, link, type Markup } from "./html.ts";
import type { ReportFinding, ReportSection } from "./input.ts";
import { mark, OUTCOME_TITLE, severityMark } from "./shapes.ts";
import { headingOf, shownAddress } from "./words.ts";

type Context = {
  baseUrl: string;
  /** Labels of scenarios by address. */
  labels: ReadonlyMap<string, string>;
  shown: ReadonlySet<ReportFinding>;
  album: Album;
  /** Whether there are more findings than were passed in, so that counts are minimums. */
  partial: boolean;
};

const TITLED: readonly Outcome[] = OPEN_OUTCOMES;

/** Renders the findings of a section. Those that are not in `shown` are counted, per rule and in total. */
export function findings(section: ReportSection, around: Omit<Context, "partial">): Markup {
  const told = section.findings.filter(({ outcome }) => TITLED.includes(outcome));
  const context = { ...around, partial: section.findingsTotal > told.length };
  const hidden = section.findingsTotal - told.filter((finding) => context.shown.has(finding)).length;
  if (section.findingsTotal === 0)
    return section.summary === null || section.summary.score === null
      ? html``
      : html`<h3>Findings</h3><p>No failures and no warnings.</p>`;
  return html`${TITLED.map((outcome) => outcomePart(outcome, told, context))}
${hidden > 0 ? html`<p class="callout">${plural(hidden, "more finding is", "more findings are")} counted above and not shown in full here; the run itself has all of them.</p>` : null}`;
}

function outcomePart(outcome: Outcome, all: readonly ReportFinding[], context: Context): Markup | null {
  const groups = Map.groupBy(all.filter((finding) => finding.outcome === outcome).sort(worstFirst), ({ rule }) => rule);
  if (groups.size === 0) return null;
  return html`<h3>${OUTCOME_TITLE[outcome]}</h3>${[...groups.values()].map((group) => ruleGroup(group, context))}`;
}

function ruleGroup(group: readonly ReportFinding[], context: Context): Markup | null {
  const [first] = group;
  if (!first) return null;
  const shown = group.filter((finding) => context.shown.has(finding));
  const pages = Map.groupBy(shown, ({ page }) => page);
  const pageCount = countPages(group);
  const fresh = group.filter(({ isNew }) => isNew === true).length;
  // If all have the same message, it is shown once in the heading.
  const same = group.length > 1 && group.every(({ message }) => message === first.message);
  const rest = group.length - shown.length;
  return html`<article class="rule"><div class="rule-head">
<div class="rule-line">${severityMark(first.severity)}<span class="soft">${context.partial ? "at least " : null}${plural(group.length, "finding")} on ${plural(pageCount, "page")}</span>${fresh > 0 ? mark(fresh === group.length ? "New" : `${fresh} new`, "star", "new") : null}</div>
<h4>${headingOf(first)}</h4>
${first.title ? html`<p class="soft small">Wanted: ${truncate(first.title, 200)}</p>` : null}
${same ? html`<p>${truncate(first.message, 1_000)}</p>` : null}
${first.help ? html`<p class="fix"><b>How to fix it:</b> ${truncate(first.help, 1_000)}</p>` : null}</div>
${pages.size > 0 ? html`<ul class="where">${[...pages].map(([page, ones]) => onPage(page, ones, { same, allNew: fresh === group.length }, context))}</ul>` : null}
${rest > 0 ? html`<p class="rest">and ${plural(rest, "more finding")} of this rule.</p>` : null}</article>`;
}

function onPage(
  page: string,
  ones: readonly ReportFinding[],
  group: { same: boolean; allNew: boolean },
  { baseUrl, labels, album }: Context,
): Markup {
  const hits = ones.map((finding) => hit(finding, group, album, baseUrl)).filter((made) => made !== null);
  const label = labels.get(page);
  return html`<li><p class="page-name">${link(page, truncate(shownAddress(page, baseUrl), 160))}${label ? html` <span class="soft small">${truncate(label, 120)}</span>` : null}</p>${hits.length > 0 ? html`<ul class="hits">${hits}</ul>` : null}</li>`;
}

function hit(
  finding: ReportFinding,
  { same, allNew }: { same: boolean; allNew: boolean },
  album: Album,
  baseUrl: string,
): Markup | null {
  const { message, target, evidence, isNew, isNewOnBranch } = finding;
  const snippet = ["html", "snippet", "source"].map((name) => evidence[name]).find((one) => typeof one === "string");
  const picture = album.take(finding.picture);
  const marks = [
    // If all are new, the heading says so.
    ...(isNew === true && !allNew ? [mark("New", "star", "new")] : []),
    ...(isNewOnBranch === true && isNew !== true ? [mark("New on this branch", "star", "new")] : []),
  ];
  const others = otherPages(finding, baseUrl);
  if (same && !target && typeof snippet !== "string" && !picture && !others && marks.length === 0) return null;
  return html`<li><div>${same ? null : html`<p>${truncate(message, 1_000)}</p>`}${target ? html`<code>${truncate(target, 300)}</code>` : null}${typeof snippet === "string" ? html`<pre>${truncate(snippet, 400)}</pre>` : null}${others}${image(picture)}</div><div>${marks}</div></li>`;
}

/** Returns the other pages with the same finding. */
function otherPages({ page, pages }: ReportFinding, baseUrl: string): Markup | null {
  if (!pages) return null;
  const named = pages.first.filter((one) => one.page !== page);
  const more = pages.count - 1 - named.length;
  return html`<p class="soft small">Also on ${named.map((one, at) => html`${at > 0 ? ", " : null}${link(one.page, truncate(shownAddress(one.page, baseUrl), 100))}`)}${more > 0 ? ` and ${plural(more, "more page")}` : null}.</p>`;
}

export const image = (picture: Picture | null): Markup | null =>
  picture && html`<img src="${picture.dataUri}" alt="${truncate(picture.caption, 200)}">`;
