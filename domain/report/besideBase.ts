// The figures of an audit beside those of the run of the base branch, for a run of another branch.
import type { BaseRun, Change } from "../audit/summary.ts";
import { plural, truncate } from "../text.ts";
import { figureName } from "./extras.ts";
import { html, type Markup } from "./html.ts";
import type { ReportSection } from "./input.ts";
import { metricText } from "./pages.ts";
import { mark } from "./shapes.ts";

const MARK: Record<Change, Markup> = {
  better: mark("Better", "tick", "good"),
  worse: mark("Worse", "cross", "bad"),
  steady: mark("Steady", "dash", "none"),
};

/** Null where the history chose no run, and of pillars that measure no figures. */
export function besideBasePart({ summary }: Pick<ReportSection, "summary">): Markup | null {
  const { base, comparedWith = [] } = summary ?? {};
  if (!base?.figures) return null;
  // Nothing could be compared, and the sentence says why.
  if (base.figures.length === 0) return html`<p class="note">${truncate(comparedWith.join(" "), 500)}</p>`;
  return html`<h3>Compared with ${truncate(base.against, 200)}</h3>
${figuresTable(base.figures)}
<p class="note">Averages over ${plural(base.pages ?? 0, "page")} that both runs measured. A figure is worse or better only beyond what the runs differ by without any change.</p>`;
}

const figuresTable = (figures: NonNullable<BaseRun["figures"]>): Markup =>
  html`<table><thead><tr><th>Figure</th><th class="num">Then</th><th class="num">This run</th><th>Change</th></tr></thead><tbody>
${figures.map(({ figure, from, to, change }) => html`<tr><td>${figureName(figure)}</td><td class="num">${metricText(figure, from)}</td><td class="num"><strong>${metricText(figure, to)}</strong></td><td>${MARK[change]}</td></tr>`)}</tbody></table>`;
