// The visual part of a report: what changed, with images side by side, what could not be judged, and all results.
import { plural, truncate } from "../../text.ts";
import type { Action } from "../../visual/cause.ts";
import { readablePercent } from "../../visual/percent.ts";
import { viewWords } from "../../visual/viewWords.ts";
import { VISUAL } from "../bounds.ts";
import type { Picture } from "../extraTypes.ts";
import { image } from "../findings.ts";
import { html, isPicture, link, type Markup } from "../html.ts";
import { resultMark } from "../shapes.ts";
import { shownAddress } from "../words.ts";
import type { Overview, ResultPlace, ResultRow, ShownResult, Unjudged, VisualChange, VisualSection } from "./types.ts";
import { sameSentence } from "./words.ts";

export function visualPart(section: VisualSection, baseUrl: string): Markup {
  const { changes, changesTotal, unjudged, remarks } = section;
  const untold = changesTotal - changes.length;
  return html`${changes.length > 0 ? html`<h3>What changed</h3>${changes.map((change) => changePart(change, baseUrl))}` : null}
${untold > 0 ? html`<p class="callout">${plural(untold, "more change is", "more changes are")} not shown here; the table of results has every result that failed.</p>` : null}
${unjudged.length > 0 ? html`<h3>Not measured</h3>${unjudged.map((one) => unjudgedPart(one, baseUrl))}` : null}
${remarks.length > 0 ? html`<h3>Passed, with a remark</h3><ul class="why">${remarks.map(({ message, results }) => html`<li>${truncate(message, 400)} <span class="soft small">${plural(results, "result")}</span></li>`)}</ul>` : null}
${resultsTable(section, baseUrl)}`;
}

const WHAT_TO_DO: Record<Action, string> = { approve: "What to do:", rule: "What to do:", fix: "How to fix it:" };

function changePart(change: VisualChange, baseUrl: string): Markup {
  const { sentence, lines, selector, places, shown, causes, advice } = change;
  const pages = new Set(places.map(({ url }) => url)).size;
  const pictured = new Set(shown.map(({ place }) => nameOf(place)));
  const others = places.filter((place) => !pictured.has(nameOf(place)));
  const todo = [...new Map(causes.map((cause) => [cause.advice, cause])).values()];
  return html`<article class="rule change"><div class="rule-head">
<div class="rule-line"><span class="soft">${plural(places.length, "result")} on ${plural(pages, "page")}</span></div>
<h4>${truncate(sentence, 300)}</h4>
${lines.length > 0 || selector ? html`<p class="soft small detail">${lines.slice(0, VISUAL.lines).map((line) => html`<span>${truncate(line, 200)}</span>`)}${selector ? html`<code>${selector}</code>` : null}</p>` : null}
${causes.map(({ evidence }) => (evidence === "" || sameSentence(evidence, sentence) ? null : html`<p>${truncate(evidence, 500)}</p>`))}
${todo.map(({ action, advice: what }) => html`<p class="fix"><b>${WHAT_TO_DO[action]}</b> ${truncate(what, 400)}</p>`)}
${advice.map((one) => html`<p class="fix">${truncate(one, 400)}</p>`)}</div>
<div class="shots">${shown.map((one) => shotPart(one, sentence, baseUrl))}</div>
${others.length > 0 ? othersPart(others) : null}</article>`;
}

function shotPart(result: ShownResult, told: string, baseUrl: string): Markup {
  const { place, mismatchPercent, flaky, reasons, more, wide, enlarged } = result;
  const figures = [
    ...(mismatchPercent === null ? [] : [`${readablePercent(mismatchPercent)} of the pixels`]),
    ...(enlarged ? ["enlarged"] : []),
    ...(flaky ? ["two captures differed from each other"] : []),
  ];
  const said = reasons.filter((reason) => !sameSentence(reason, told));
  return html`<div class="shot"><p class="page-name">${place.label ? html`<span>${truncate(place.label, 120)}</span> ` : null}<span class="soft small">${placeWords(place)} · ${link(place.url, truncate(shownAddress(place.url, baseUrl), 120))}${figures.length > 0 ? ` · ${figures.join(" · ")}` : ""}</span></p>
<div class="trio${wide ? " trio-wide" : ""}${enlarged ? " enlarged" : ""}">${figure("Baseline", result.baseline)}${figure("Test", result.test)}${figure("Difference", result.diff)}${overviewPart(result.overview)}</div>
${said.map((reason) => html`<p class="small soft">${truncate(reason, 500)}</p>`)}
${result.comparedWith ? html`<p class="small soft">${truncate(result.comparedWith, 500)}</p>` : null}
${more > 0 ? html`<p class="small soft">${plural(more, "more place")} of this result ${more === 1 ? "lies" : "lie"} outside these images.</p>` : null}</div>`;
}

function figure(name: string, picture: Picture | null): Markup {
  const shown = picture && isPicture(picture.dataUri) ? picture : null;
  return html`<figure><figcaption>${name}</figcaption>${shown ? image(shown) : html`<p class="soft small missing">No screenshot.</p>`}</figure>`;
}

/** Renders the whole page, small, with a frame around the crop. */
function overviewPart(overview: Overview | null): Markup | null {
  if (!overview || !isPicture(overview.picture.dataUri)) return null;
  const { width, height, crop } = overview;
  // A crop of the whole page needs no overview.
  if (crop.width >= width && crop.height >= height) return null;
  return html`<figure class="overview"><figcaption>Where</figcaption><div>${image(overview.picture)}<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><rect x="${crop.x}" y="${crop.y}" width="${crop.width}" height="${crop.height}" vector-effect="non-scaling-stroke"/></svg></div></figure>`;
}

/** Example: "desktop, chromium, #cart". */
const placeWords = ({ selector, ...view }: ResultPlace): string =>
  truncate([viewWords(view), ...(selector ? [selector] : [])].join(", "), 160);
const nameOf = ({ label, viewport, browser, selector, mode = "" }: ResultPlace): string =>
  [label, viewport, browser, selector ?? "", mode].join("\n");

/** Groups results by scenario: "Home desktop, phone". */
function placesText(places: readonly ResultPlace[]): { labels: string[]; more: number } {
  const byLabel = Map.groupBy(places, ({ label, browser, selector, mode = "" }) =>
    [label, browser, selector ?? "", mode].join("\n"),
  );
  const all = [...byLabel.values()].map((ones) => {
    const [first] = ones;
    const { label = "", browser = "", selector = null, mode } = first ?? {};
    return `${truncate(label, 80)} (${[...ones.map(({ viewport }) => viewport), ...(mode === undefined ? [] : [mode]), browser, ...(selector ? [truncate(selector, 60)] : [])].join(", ")})`;
  });
  return { labels: all.slice(0, VISUAL.places), more: Math.max(0, all.length - VISUAL.places) };
}

function placeList(places: readonly ResultPlace[]): Markup {
  const { labels, more } = placesText(places);
  return html`${labels.join("; ")}${more > 0 ? ` and ${plural(more, "more scenario")}` : null}`;
}

const othersPart = (others: readonly ResultPlace[]): Markup =>
  html`<p class="rest">The same in ${plural(others.length, "other result")}, without images here: ${placeList(others)}.</p>`;

function unjudgedPart({ message, advice, places, code }: Unjudged, baseUrl: string): Markup {
  const [first] = places;
  const address = first
    ? html` <span class="soft small">${link(first.url, truncate(shownAddress(first.url, baseUrl), 120))}</span>`
    : null;
  return html`<div class="proof">${resultMark(code === "no_baseline" ? "no_baseline" : "error")} <span class="soft small">${plural(places.length, "result")}</span>${places.length === 1 ? address : null}
<p>${truncate(message, 500)}</p>${advice ? html`<p class="fix"><b>What to do:</b> ${truncate(advice, 400)}</p>` : null}<p class="small soft">${placeList(places)}</p></div>`;
}

function resultsTable({ rows, rowsTotal, viewports }: VisualSection, baseUrl: string): Markup | null {
  if (rows.length === 0) return null;
  const more = rowsTotal - rows.length;
  const browsers = new Set(rows.map(({ browser }) => browser)).size;
  return html`<h3>All results</h3><div class="wide" role="region" aria-label="All results" tabindex="0"><table class="results"><thead><tr><th>Scenario</th>${browsers > 1 ? html`<th>Browser</th>` : null}${viewports.map((viewport) => html`<th>${truncate(viewport, 40)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => resultRow(row, viewports, browsers > 1, baseUrl))}</tbody></table></div>
${more > 0 ? html`<p class="note">and ${plural(more, "more row")}.</p>` : null}`;
}

function resultRow(row: ResultRow, viewports: readonly string[], withBrowser: boolean, baseUrl: string): Markup {
  const { label, url, selector, browser, mode, statuses } = row;
  return html`<tr><td>${truncate(label, 120)}${selector ? html` <code>${truncate(selector, 80)}</code>` : null}${mode === undefined ? null : ` (${mode})`}<br><span class="soft small">${link(url, truncate(shownAddress(url, baseUrl), 120))}</span></td>${withBrowser ? html`<td>${browser}</td>` : null}${viewports.map(
    (viewport) => {
      const status = statuses[viewport];
      return html`<td>${status ? resultMark(status) : html`<span class="soft">–</span>`}</td>`;
    },
  )}</tr>`;
}
