// The functional part of a report: scenarios that did not pass, with the step, the cause, its evidence and the screenshot; and all results.
import type { StepStatus } from "../../functional/attempt.ts";
import { plural, truncate } from "../../text.ts";
import type { Album } from "../bounds.ts";
import { image } from "../findings.ts";
import { html, link, type Markup } from "../html.ts";
import { mark, scenarioMark } from "../shapes.ts";
import { duration, number, ruleInWords, shownAddress } from "../words.ts";
import type { FunctionalSection, ScenarioRow, ToldScenario } from "./types.ts";

export function functionalPart(section: FunctionalSection, baseUrl: string, album: Album): Markup {
  const { failures, failuresTotal, flaky, flakyTotal, warnings } = section;
  return html`${warnings.length > 0 ? html`<div class="callout tone-warn"><ul>${warnings.slice(0, 30).map((one) => html`<li>${truncate(one, 500)}</li>`)}</ul></div>` : null}
${toldPart("Failed scenarios", failures, failuresTotal, { baseUrl, album })}
${toldPart("Flaky: passed only when tried again", flaky, flakyTotal, { baseUrl, album })}
${resultsTable(section)}`;
}

type Use = { baseUrl: string; album: Album };

function toldPart(title: string, told: readonly ToldScenario[], total: number, use: Use): Markup | null {
  if (told.length === 0) return null;
  const untold = total - told.length;
  return html`<h3>${title}</h3>${told.map((one) => scenarioPart(one, use))}
${untold > 0 ? html`<p class="callout">${plural(untold, "more scenario is", "more scenarios are")} not shown here. The table of results lists all.</p>` : null}`;
}

function scenarioPart(told: ToldScenario, { baseUrl, album }: Use): Markup {
  const { feature, name, viewport, browser, status, flaky, failure, message, attempts } = told;
  const picture = album.take(told.picture);
  const places = [viewport, browser, ...(attempts.length > 1 ? [attemptsInWords(attempts)] : [])];
  return html`<article class="rule scenario"><div class="rule-head">
<div class="rule-line">${scenarioMark(status, flaky)}${failure ? html`<span class="soft">${ruleInWords(failure.cause)}</span>` : null}<span class="soft">${truncate(places.join(" · "), 200)}</span></div>
<h4>${truncate(name, 160)} <span class="soft">${truncate(feature, 120)}</span></h4>
${failure ? html`<p>${failure.headline}</p>${failure.evidence.map((one) => html`<p class="small soft">${truncate(one, 500)}</p>`)}<p class="fix"><b>What to do:</b> ${failure.advice}</p>` : html`<p>${truncate(message ?? "It has no result.", 500)}</p>`}</div>
<div class="shots">${failure?.url ? html`<p class="page-name"><span class="soft small">${link(failure.url, truncate(shownAddress(failure.url, baseUrl), 120))}</span></p>` : null}${stepList(told)}${picture ? html`<figure class="proof">${image(picture)}</figure>` : null}</div></article>`;
}

/** Example: "attempts: failed, failed, passed". */
const attemptsInWords = (attempts: ToldScenario["attempts"]): string =>
  `attempts: ${attempts.map(({ status }) => status).join(", ")}`;

const STEP_MARK: Record<StepStatus, Markup> = {
  passed: mark("Passed", "tick", "good"),
  failed: mark("Failed", "cross", "bad"),
  skipped: mark("Skipped", "dash", "none"),
  undefined: mark("Undefined", "ring", "warn"),
  ambiguous: mark("Ambiguous", "ring", "warn"),
  pending: mark("Pending", "dash", "none"),
};

function stepList({ steps, stepsLeft }: ToldScenario): Markup | null {
  if (steps.length === 0) return null;
  return html`<ol class="steps">${steps.map(({ text, status, duration: ms }) => html`<li>${STEP_MARK[status]}<span>${truncate(text, 240)}</span><span class="soft small num">${status === "skipped" ? "" : milliseconds(ms)}</span></li>`)}${stepsLeft > 0 ? html`<li class="soft">and ${plural(stepsLeft, "more step")}</li>` : null}</ol>`;
}

const milliseconds = (ms: number): string => (ms < 1_000 ? `${number(Math.round(ms))} ms` : duration(ms));

function resultsTable({ rows, rowsTotal, viewports }: FunctionalSection): Markup | null {
  if (rows.length === 0) return null;
  const more = rowsTotal - rows.length;
  const browsers = new Set(rows.map(({ browser }) => browser)).size > 1;
  return html`<h3>All results</h3><div class="wide" role="region" aria-label="All results" tabindex="0"><table class="results"><thead><tr><th>Scenario</th>${browsers ? html`<th>Browser</th>` : null}${viewports.map((viewport) => html`<th>${truncate(viewport, 40)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => resultRow(row, viewports, browsers))}</tbody></table></div>
${more > 0 ? html`<p class="note">and ${plural(more, "more row")}.</p>` : null}`;
}

function resultRow({ feature, name, browser, results }: ScenarioRow, viewports: readonly string[], browsers: boolean) {
  const cell = (viewport: string) => {
    const result = results[viewport];
    return result
      ? html`${scenarioMark(result.status, result.flaky)} <span class="soft small">${milliseconds(result.duration)}</span>`
      : html`<span class="soft">–</span>`;
  };
  return html`<tr><td>${truncate(name, 160)}<br><span class="soft small">${truncate(feature, 120)}</span></td>${browsers ? html`<td>${browser}</td>` : null}${viewports.map((viewport) => html`<td>${cell(viewport)}</td>`)}</tr>`;
}

/** Returns the result of a functional run and why its scenarios failed, as sentences. */
export function functionalReasons({ counts, sentence, failures }: FunctionalSection): string[] {
  const causes = [...Map.groupBy(failures, ({ failure }) => failure?.cause ?? "assertion")]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([cause, of]) => `${ruleInWords(cause).toLowerCase()} (${of.length})`);
  return [sentence, ...(counts && causes.length > 0 ? [`Causes: ${causes.join(", ")}.`] : [])];
}
