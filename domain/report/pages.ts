// Renders the table of pages, with what could not be measured and why, and the checks that passed everywhere.
import { PILLAR_NAME } from "../audit/pillars.ts";
import { plural, truncate } from "../text.ts";
import { MAX_PAGES } from "./bounds.ts";
import type { PillarReport } from "./extraTypes.ts";
import { html, link, type Markup } from "./html.ts";
import type { ReportPage, ReportSection } from "./input.ts";
import { columnsOf } from "./readExtras.ts";
import { mark, scoreBar, statusMark } from "./shapes.ts";
import { ruleInWords, shownAddress } from "./words.ts";

export function pagesTable(section: ReportSection, baseUrl: string): Markup {
  if (section.pages.length === 0) return html``;
  const columns = columnsOf(section.pillar);
  const shown = section.pages.slice(0, MAX_PAGES);
  const rest = section.pagesTotal - shown.length;
  const heads = columns.length > 0 ? columns.map(([, head]) => head) : ["Failed", "Warnings"];
  return html`<h3>Pages</h3><div class="wide" role="region" aria-label="Pages, ${PILLAR_NAME[section.pillar]}" tabindex="0"><table><thead><tr><th>Page</th><th>Status</th><th>Score</th>${heads.map((head) => html`<th class="num">${head}</th>`)}</tr></thead>
<tbody>${shown.map((page) => row(page, columns, baseUrl))}</tbody></table></div>
${rest > 0 ? html`<p class="note">and ${plural(rest, "more page")}.</p>` : null}`;
}

function row(page: ReportPage, columns: PillarReport["columns"], baseUrl: string): Markup {
  const has = (outcome: string) => page.rules.filter((rule) => rule.outcome === outcome).length;
  const measured = page.status === "passed" || page.status === "failed";
  const figures =
    columns.length > 0
      ? columns.map(([key]) => metricText(key, page.metrics[key] ?? null))
      : [has("failed"), has("warning")].map((value) => (measured ? String(value) : "–"));
  const labels = page.scenarioLabels.slice(0, 5).map((label) => truncate(label, 80));
  return html`<tr><td>${link(page.url, truncate(shownAddress(page.url, baseUrl), 160))}${labels.length > 0 ? html`<br><span class="soft small">${labels.join(", ")}</span>` : null}${page.reason ? html`<br><span class="small">${truncate(page.reason, 300)}</span>` : null}</td><td>${statusMark(page.status)}</td><td>${scoreBar(page.score)}</td>${figures.map((text) => html`<td class="num">${text}</td>`)}</tr>`;
}

/** Returns "3,412" for "3,412 ms", because the column heading has the unit. CLS has no unit. */
export function metricText(key: string, value: number | null): string {
  if (value === null) return "–";
  if (key === "cls") return value.toFixed(3);
  if (key === "score") return String(Math.round(value));
  return `${Math.round(value).toLocaleString("en-GB")} ms`;
}

/** Renders the rules that passed on every page they apply to. */
export function passedChecks({ pages }: ReportSection): Markup {
  const rules = Map.groupBy(
    pages.flatMap((page) => page.rules),
    ({ rule }) => rule,
  );
  const held = [...rules]
    .filter(([, all]) => all.some(({ outcome }) => outcome === "passed"))
    .filter(([, all]) => all.every(({ outcome }) => outcome === "passed" || outcome === "inapplicable"))
    .map(([rule]) => rule)
    .sort();
  if (held.length === 0) return html``;
  return html`<h3>${plural(held.length, "check")} passed on every page</h3><ul class="checks">${held.slice(0, 300).map((rule) => html`<li>${mark("", "tick", "good")} ${ruleInWords(truncate(rule, 80))}</li>`)}</ul>`;
}
