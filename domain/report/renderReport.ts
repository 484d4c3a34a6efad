// Renders a report as one self-contained HTML file: no script, no request, all styles and images inline.

import { PILLAR_NAME } from "../audit/pillars.ts";
import { scoreOf } from "../runs/score.ts";
import { RUN_NAME } from "../runTypes.ts";
import { plural, truncate } from "../text.ts";
import { besideBasePart } from "./besideBase.ts";
import { type Album, createAlbum, shownFindings } from "./bounds.ts";
import { cover, figures, functionalFigures, severities, shareBand, verdictLine, visualFigures } from "./cover.ts";
import { extrasPart } from "./extras.ts";
import { findings, image } from "./findings.ts";
import { functionalPart, functionalReasons } from "./functional/part.ts";
import type { FunctionalSection } from "./functional/types.ts";
import { html, type Markup, trusted } from "./html.ts";
import type { ReportFinding, ReportInput, ReportSection } from "./input.ts";
import { pagesTable, passedChecks } from "./pages.ts";
import { dial, verdictMark } from "./shapes.ts";
import { STYLE } from "./style.ts";
import { visualPart } from "./visual/part.ts";
import type { VisualSection } from "./visual/types.ts";
import { visualReasons } from "./visual/words.ts";
import { dateTime, shownAddress } from "./words.ts";

/** Defence in depth: even unescaped content can neither run nor load anything. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** Returns the whole file. At most 500 findings are shown in full; the rest is counted. */
export function renderReport(input: ReportInput): string {
  const shown = shownFindings(input);
  const album = createAlbum();
  const sections = input.sections.map((section) => sectionPart(section, input, shown, album));
  const { visual, functional } = input;
  const journeys = functional ? functionalSection(functional, input, album) : null;
  const left =
    album.left > 0 ? ` ${plural(album.left, "image was", "images were")} removed to keep this file small.` : "";
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<title>${reportTitle(input)}</title><style>${trusted(STYLE)}</style></head>
<body><main${visual ? html` class="pictured"` : null}>${cover(input)}${visual ? visualSection(visual, input) : null}${journeys}${sections}<footer>Made by Plumbline on ${dateTime(input.generatedAt)} from run ${truncate(input.run.runId, 80)}. ${sections.length > 0 ? "Automated checks find only some problems. Check the findings under “Manual review” yourself." : null}${left}</footer></main></body></html>
`.toString();
}

/** Example: "Accessibility audit of Shop". */
export const reportTitle = (input: ReportInput): string =>
  `${RUN_NAME[input.run.type]} of ${truncate(input.run.projectName, 120)}`;

function sectionPart(
  section: ReportSection,
  { kind, run }: ReportInput,
  shown: ReadonlySet<ReportFinding>,
  album: Album,
): Markup {
  const { baseUrl } = run;
  const { summary } = section;
  const labels = new Map(section.pages.map(({ url, scenarioLabels }) => [url, scenarioLabels.join(", ")]));
  const name = PILLAR_NAME[section.pillar];
  // A single pillar already has its figures on the cover.
  const head =
    kind === "suite"
      ? html`<div class="section-head">${dial(scoreOf(section), "small")}<div><h2>${name}</h2>${verdictLine(section)}</div></div>
${section.error ? html`<div class="callout tone-bad"><p>${truncate(section.error, 600)}</p></div>` : null}${summary ? html`${figures(summary)}${severities(summary)}<ul class="why">${summary.reasons.slice(0, 12).map((reason) => html`<li>${truncate(reason, 500)}</li>`)}</ul>` : null}`
      : html`<h2>Results</h2>`;
  return html`<section>${head}
${section.warnings.length > 0 ? html`<div class="callout tone-warn"><ul>${section.warnings.slice(0, 30).map((one) => html`<li>${truncate(one, 500)}</li>`)}</ul></div>` : null}
${besideBasePart(section)}
${extrasPart(section.extras, { baseUrl, album })}
${findings(section, { baseUrl, labels, shown, album })}
${pagesTable(section, baseUrl)}
${gallery(section, baseUrl, album)}
${passedChecks(section)}</section>`;
}

function functionalSection(functional: FunctionalSection, { kind, run }: ReportInput, album: Album): Markup {
  const { verdict, status, error, counts } = functional;
  const share = scoreOf({ status, summary: counts });
  const head =
    kind === "suite"
      ? html`<div class="section-head">${dial(share, "small", shareBand(functional))}<div><h2>${PILLAR_NAME.functional}</h2><p>${verdictMark(verdict, status)}</p></div></div>
${error ? html`<div class="callout tone-bad"><p>${truncate(error, 600)}</p></div>` : null}${functionalFigures(functional)}
<ul class="why">${functionalReasons(functional).map((reason) => html`<li>${truncate(reason, 500)}</li>`)}</ul>`
      : html`<h2>Results</h2>`;
  return html`<section>${head}${functionalPart(functional, run.baseUrl, album)}</section>`;
}

function visualSection(visual: VisualSection, { kind, run }: ReportInput): Markup {
  const share = scoreOf({ status: visual.status, summary: visual.counts });
  const head =
    kind === "suite"
      ? html`<div class="section-head">${dial(share, "small", shareBand(visual))}<div><h2>${PILLAR_NAME.visual}</h2><p>${verdictMark(visual.verdict, visual.status)}</p></div></div>
${visual.error ? html`<div class="callout tone-bad"><p>${truncate(visual.error, 600)}</p></div>` : null}${visualFigures(visual)}
<ul class="why">${visualReasons(visual).map((reason) => html`<li>${truncate(reason, 500)}</li>`)}</ul>`
      : html`<h2>Results</h2>`;
  return html`<section>${head}${visualPart(visual, run.baseUrl)}</section>`;
}

/** Renders images of pages that belong to no single finding. */
function gallery({ pages }: ReportSection, baseUrl: string, album: Album): Markup {
  const pictures = pages.flatMap((page) =>
    page.pictures.flatMap((picture) => {
      const taken = album.take(picture);
      return taken
        ? [
            html`<div class="proof"><h4>${truncate(shownAddress(page.url, baseUrl), 160)}</h4><p class="soft small">${truncate(taken.caption, 200)}</p>${image(taken)}</div>`,
          ]
        : [];
    }),
  );
  return pictures.length > 0 ? html`<h3>Pictures</h3>${pictures}` : html``;
}
