// Renders a proof as a standalone page without scripts and requests. Everything that was gathered is escaped.
import { html, isPicture, link, type Markup, trusted, type Value } from "../report/html.ts";
import { STYLE } from "../report/style.ts";
import { dateTime, duration } from "../report/words.ts";
import { plural, truncate } from "../text.ts";
import { PAGE_SHOWN, type ProofRecord } from "./record.ts";

/** Maximum length of a text from a page, plan or ticket. */
const MAX_TEXT = 2_000;
const cut = (text: string, most = MAX_TEXT): string => truncate(text, most);

const OWN_STYLE = `
.proof td,.proof th{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line)}
.proof table{border-collapse:collapse;width:100%}.ok{color:var(--good)}.no{color:var(--bad)}.none{color:var(--none)}
.proof figure{margin:.6rem 0 1.4rem}.proof img{max-width:100%;border:1px solid var(--line);border-radius:6px}
.proof ol{padding-left:1.4rem}.proof li{margin:.35rem 0}`;

/** `pictures`: data URLs by artifact id. `traceUrl`: signed URL; null if the service has no public URL. */
export function proofPage(proof: ProofRecord, pictures: ReadonlyMap<string, string>, traceUrl: string | null): string {
  const { ticket, outcome, proofVerdict, warnings } = proof;
  const title = `${cut(ticket.key, 100)}: ${proofVerdict}`;
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer"><title>${title}</title><style>${trusted(STYLE + OWN_STYLE)}</style></head>
<body><main class="proof"><section><p class="kind">Proof of a ticket</p><h1>${cut(ticket.key, 100)}</h1>
<p class="site">${cut(ticket.title, 500)}</p>
<p class="verdict ${proofVerdict === "proven" ? "ok" : "no"}"><strong>${proofVerdict === "proven" ? "Proven" : "Not proven"}</strong></p>
<p>${cut(outcome.headline)}</p>${items(outcome.reasons.map(({ message }) => message))}</section>
${facts(proof, traceUrl)}${conditions(proof)}${expected(proof)}${steps(proof, pictures)}${nearest(proof)}
${warnings.length > 0 ? html`<section><h2>Warnings</h2>${items(warnings)}</section>` : null}
<section><p class="soft small">Checked by Plumbline on ${dateTime(proof.at)}, job ${proof.jobId}.</p></section></main></body></html>`;
  return page.toString();
}

const items = (texts: readonly string[]): Markup =>
  texts.length === 0 ? html`` : html`<ul>${texts.slice(0, 30).map((one) => html`<li>${cut(one)}</li>`)}</ul>`;

function facts({ environment, run, scenario, event, ticket, traceId }: ProofRecord, traceUrl: string | null): Markup {
  const lines: [string, Value][] = [
    ["Ticket", ticket.url === null ? cut(ticket.key, 100) : link(ticket.url, cut(ticket.url, 300))],
    ["Environment", `${environment.name ?? ""} ${cut(environment.baseUrl, 300)}`.trim()],
    ["Commit", run?.commitSha ? cut(run.commitSha, 64) : "not known"],
    ["Branch", run?.branch ? cut(run.branch, 200) : "not known"],
    ["Scenario", scenario ? `${cut(scenario.name, 300)} (${cut(scenario.feature, 200)})` : "none"],
    [
      "Why this scenario",
      scenario
        ? `${scenario.chosenBy ? `chosen by ${cut(scenario.chosenBy, 200)}; ` : ""}likeness ${scenario.score}; words: ${scenario.words.join(", ") || "none"}`
        : "–",
    ],
    ["Event", event ? `${cut(event.label, 300)} (${cut(event.eventType, 200)}), ${event.how}` : "none"],
    [
      "Run",
      run
        ? `${run.runId}, ${run.browser}, ${run.viewport}, ${plural(run.attempts, "attempt")}, ${duration(run.duration)}`
        : "nothing was run",
    ],
    ["Time", run ? dateTime(run.startedAt) : "–"],
    [
      "Trace",
      traceUrl !== null ? link(traceUrl, "open") : traceId === null ? "none" : `artifact ${traceId.slice(0, 12)}…`,
    ],
  ];
  return html`<section><h2>Where and what</h2><table>${lines.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table></section>`;
}

const CONDITION_WORDS = { met: "met", not_met: "not met", not_tested: "not tested" } as const;

function conditions({ conditions: all = [] }: ProofRecord): Markup {
  if (all.length === 0) return html``;
  const tone = (status: keyof typeof CONDITION_WORDS) =>
    status === "met" ? "ok" : status === "not_met" ? "no" : "none";
  return html`<section><h2>Conditions</h2><table><thead><tr><th>Ticket</th><th>Test</th><th></th></tr></thead><tbody>
${all.map(({ words, status, why }) => html`<tr><td>${cut(words, 300)}</td><td>${cut(why, 300)}</td><td class="${tone(status)}">${CONDITION_WORDS[status]}</td></tr>`)}
</tbody></table></section>`;
}

function expected({ rows, times, carriedBy, event }: ProofRecord): Markup {
  if (event === null) return html``;
  const mark = (ok: boolean) => html`<td class="${ok ? "ok" : "no"}">${ok ? "as planned" : "not as planned"}</td>`;
  return html`<section><h2>Expected and observed</h2><table><thead><tr><th>Attribute</th><th>Expected</th><th>Observed</th><th></th></tr></thead><tbody>
${times === null ? null : html`<tr><td>times sent</td><td>${times.expected}</td><td>${times.sent}</td>${mark(times.sent === times.expected)}</tr>`}
${rows.slice(0, PAGE_SHOWN.rows).map(({ attribute, expected: wanted, observed, ok }) => html`<tr><td><code>${cut(attribute, 300)}</code></td><td><code>${cut(wanted, 600)}</code></td><td><code>${cut(observed, 600)}</code></td>${mark(ok)}</tr>`)}
</tbody></table><p class="soft">${carriedBy.length > 0 ? `Carried by ${carriedBy.slice(0, 10).join(", ")}.` : "No request was seen that carries the event."}</p></section>`;
}

function steps({ steps: all }: ProofRecord, pictures: ReadonlyMap<string, string>): Markup {
  if (all.length === 0) return html``;
  const rest = all.length - PAGE_SHOWN.steps;
  return html`<section><h2>Steps</h2><ol>${all.slice(0, PAGE_SHOWN.steps).map((step) => {
    const picture = step.screenshotId === null ? undefined : pictures.get(step.screenshotId);
    const tone = step.status === "passed" ? "ok" : step.status === "skipped" ? "none" : "no";
    const sent = step.events.slice(0, 20).map(({ name, provider }) => `${cut(name, 100)} (${cut(provider, 60)})`);
    return html`<li><span class="${tone}">${step.status}</span> ${step.keyword.trim()} ${cut(step.text, 500)}
${step.message === null ? null : html`<pre>${cut(step.message)}</pre>`}${sent.length > 0 ? html`<p class="soft small">Sent: ${sent.join(", ")}</p>` : null}
${picture !== undefined && isPicture(picture) ? html`<figure><img src="${picture}" alt="The page after the step"></figure>` : null}</li>`;
  })}</ol>${rest > 0 ? html`<p>and ${plural(rest, "more step")}.</p>` : null}</section>`;
}

function nearest({ scenario, event, candidates }: ProofRecord): Markup {
  const near = scenario === null ? candidates.scenarios : event === null ? candidates.events : [];
  if (near.length === 0) return html``;
  return html`<section><h2>Nearest ${scenario === null ? "scenarios" : "events"}</h2>${items(near.map(({ name, score, words }) => `${name}, likeness ${score}${words.length > 0 ? ` (${words.join(", ")})` : ""}`))}</section>`;
}
