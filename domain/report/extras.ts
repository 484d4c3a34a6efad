// Renders what individual pillars show besides pages and findings.

import { plural, truncate } from "../text.ts";
import { METRIC_WORDS, type Metric } from "../words/units.ts";
import type { Album } from "./bounds.ts";
import {
  type ConsentState,
  type Extras,
  MAX_CONSENT_PAGES,
  MAX_PROOF_ROWS,
  type PerfExtras,
  type PrivacyExtras,
  type ProofRow,
  type SecurityExtras,
  type TrackingExtras,
} from "./extraTypes.ts";
import { image } from "./findings.ts";
import { html, link, type Markup } from "./html.ts";
import { metricText } from "./pages.ts";
import { mark } from "./shapes.ts";
import { number, ruleInWords, shownAddress } from "./words.ts";

type Context = { baseUrl: string; album: Album };

export function extrasPart(extras: Extras, context: Context): Markup {
  const { facts, perf, tracking, privacy, security } = extras;
  return html`${facts && factsPart(facts)}${perf && perfPart(perf)}${security && securityPart(security)}${privacy && privacyPart(privacy, context)}${tracking && trackingPart(tracking, context)}`;
}

/** Returns the full name of a performance figure. */
export const figureName = (key: string): string =>
  key === "score" ? "Performance score" : (METRIC_WORDS[key as Metric]?.long ?? truncate(key, 40));

function perfPart({ averages, budget, benchmarkIndex, device, runsPerPage }: PerfExtras): Markup {
  const how = [
    ...(device ? [`measured as ${device}`] : []),
    ...(runsPerPage ? [`${plural(runsPerPage, "run")} a page, of which the median counts`] : []),
    ...(benchmarkIndex === null ? [] : [`benchmark index of the measuring host ${number(Math.round(benchmarkIndex))}`]),
  ].join("; ");
  return html`<h3>Averages over the pages</h3>
<table><thead><tr><th>Figure</th><th class="num">Average</th><th class="num">Measured between</th></tr></thead><tbody>
${averages.map(({ key, value, low, high }) => html`<tr><td>${figureName(key)}</td><td class="num"><strong>${metricText(key, value)}</strong></td><td class="num">${low === null || high === null ? "–" : `${metricText(key, low)} and ${metricText(key, high)}`}</td></tr>`)}</tbody></table>
${how ? html`<p class="note">${how.charAt(0).toUpperCase()}${truncate(how.slice(1), 300)}.</p>` : null}
${budget ? html`<h3>Budgets</h3><div class="callout tone-${budget.pass ? "none" : "bad"}">${budget.pass ? mark("Within all budgets", "tick", "good") : mark("Over budget", "cross", "bad")}${sentences(budget.violations)}</div>` : null}`;
}

const sentences = (all: readonly string[]): Markup | null =>
  all.length > 0 ? html`<ul>${all.slice(0, 30).map((one) => html`<li>${truncate(one, 400)}</li>`)}</ul>` : null;

function factsPart(facts: NonNullable<Extras["facts"]>): Markup | null {
  if (facts.length === 0) return null;
  return html`<dl class="facts facts-section">${facts.slice(0, 12).map(({ label, value }) => html`<div><dt>${truncate(label, 60)}</dt><dd>${truncate(value, 160)}</dd></div>`)}</dl>`;
}

const MAX_MODIFIERS = 40;

function securityPart({ grade, modifiers }: SecurityExtras): Markup {
  const sum = modifiers.reduce((total, { points }) => total + points, 100);
  const points = (value: number) => `${value > 0 ? "+" : "−"}${Math.abs(value)}`;
  return html`${grade === null ? null : html`<h3>Grade ${truncate(grade, 4)}</h3>`}${
    modifiers.length === 0
      ? null
      : html`<table><thead><tr><th>Starting from 100 points</th><th class="num">Points</th></tr></thead><tbody>
${modifiers.slice(0, MAX_MODIFIERS).map((one) => html`<tr><td>${ruleInWords(truncate(one.name, 100))}</td><td class="num">${points(one.points)}</td></tr>`)}
<tr><td><strong>Remaining</strong></td><td class="num"><strong>${number(sum)}</strong></td></tr></tbody></table>`
  }`;
}

const STATE_NAME: Record<ConsentState, string> = {
  before: "Before any choice",
  rejected: "After rejecting",
  accepted: "After accepting",
};

function privacyPart({ pages, total }: PrivacyExtras, { baseUrl }: Context): Markup {
  const shown = pages.slice(0, MAX_CONSENT_PAGES);
  const rest = total - shown.length;
  const figure = (value: number | null) => html`<td class="num">${value === null ? "–" : number(value)}</td>`;
  return html`<h3>What was found in each consent state</h3>${shown.map(
    ({ url, banner, coverage, states }) =>
      html`<div class="proof"><h4>${link(url, truncate(shownAddress(url, baseUrl), 160))}</h4><p class="soft small">${banner === null ? "No consent banner was recognised." : `Consent banner: ${truncate(banner, 80)}.`}${coverage === null ? null : html` <strong>${coverage}</strong>`}</p>
<table><thead><tr><th>State</th><th class="num">Cookies</th><th class="num">Storage</th><th class="num">Third parties</th><th class="num">Beacons</th><th>Among them</th></tr></thead><tbody>
${states.map(({ state, reason, cookies, storage, thirdParties, beacons, names }) => html`<tr><td>${STATE_NAME[state]}</td>${figure(cookies)}${figure(storage)}${figure(thirdParties)}${figure(beacons)}<td class="small">${reason === null ? truncate(names.slice(0, 12).join(", "), 300) : html`${mark("Not measured", "dash", "none")} ${truncate(reason, 300)}`}</td></tr>`)}</tbody></table></div>`,
  )}
${rest > 0 ? html`<p class="note">and ${plural(rest, "more page")}.</p>` : null}`;
}

const PROOF = {
  proven: mark("Proven", "tick", "good"),
  failed: mark("Not proven", "cross", "bad"),
  not_exercised: mark("Not exercised", "dash", "none"),
} as const;

function trackingPart({ rows, proven, total }: TrackingExtras, context: Context): Markup {
  const shown = rows.slice(0, MAX_PROOF_ROWS);
  const rest = total - shown.length;
  return html`<h3>Proof of the tracking plan</h3>
<p>${number(proven)} of ${plural(total, "planned page or event is", "planned pages and events are")} proven.</p>
${shown.map((row) => proofRow(row, context))}${rest > 0 ? html`<p class="note">and ${plural(rest, "more planned item")}.</p>` : null}`;
}

function proofRow(row: ProofRow, { baseUrl, album }: Context): Markup {
  const none = html`<span class="soft">None was seen.</span>`;
  const chain: [string, Markup | string][] = [
    ["Plan", row.plan === null ? html`<span class="soft">Not in the plan.</span>` : truncate(row.plan, 500)],
    ["Pushed to the data layer", row.push === null ? none : truncate(row.push, 500)],
    ["Sent as a beacon", row.beacon === null ? none : truncate(row.beacon, 500)],
  ];
  return html`<article class="proof"><div class="rule-line">${PROOF[row.verdict]}<span class="soft">${row.kind === "page" ? "Page" : "Event"} <code>${truncate(row.id, 80)}</code></span>${row.url ? link(row.url, truncate(shownAddress(row.url, baseUrl), 120)) : null}</div>
<h4>${truncate(row.label, 160)}</h4><dl class="chain">${chain.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${sentences(row.violations)}${image(album.take(row.picture))}</article>`;
}
