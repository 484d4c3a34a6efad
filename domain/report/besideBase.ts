// The figures of an audit next to those of the base branch's run, for a run of another branch.
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

/** Returns null if the history chose no run, and for pillars that measure no figures. */
export function besideBasePart({ summary }: Pick<ReportSection, "summary">): Markup | null {
  const { base, comparedWith = [] } = summary ?? {};
  if (!base?.figures) return null;
  // Nothing could be compared, and the sentence says why.
  if (base.figures.length === 0) return html`<p class="note">${truncate(comparedWith.join(" "), 500)}</p>`;
  return html`<h3>Compared with ${truncate(base.against, 200)}</h3>
${figuresTable(base.figures)}
<p class="note">Averages over ${plural(base.pages ?? 0, "page")} that both runs measured. A figure counts as worse or better only if it differs by more than normal variation between runs.</p>`;
}

const figuresTable = (figures: NonNullable<BaseRun["figures"]>): Markup =>
  html`<table><thead><tr><th>Figure</th><th class="num">Then</th><th class="num">This run</th><th>Change</th></tr></thead><tbody>
${figures.map(({ figure, from, to, change }) => html`<tr><td>${figureName(figure)}</td><td class="num">${metricText(figure, from)}</td><td class="num"><strong>${metricText(figure, to)}</strong></td><td>${MARK[change]}</td></tr>`)}</tbody></table>`;
