// Header and footer of every printed page. Chromium renders these separately from the document, without its styles.
import { truncate } from "../text.ts";
import { html } from "./html.ts";
import type { ReportInput } from "./input.ts";
import { reportTitle } from "./renderReport.ts";
import { dateTime, hostOf } from "./words.ts";

export type PrintTemplates = { header: string; footer: string };

const LINE =
  "width:100%;margin:0 17mm;display:flex;justify-content:space-between;gap:8mm;font-family:system-ui,'Liberation Sans',Arial,sans-serif;font-size:7.5pt;color:#4a5665";

/** Chromium fills in `pageNumber` and `totalPages`. */
export function printTemplates(input: ReportInput): PrintTemplates {
  return {
    header:
      html`<div style="${LINE}"><span>${truncate(reportTitle(input), 90)}</span><span>${truncate(hostOf(input.run.baseUrl), 60)}</span></div>`.toString(),
    footer:
      html`<div style="${LINE}"><span>${dateTime(input.run.finishedAt ?? input.run.startedAt)}</span><span><span class="pageNumber"></span> of <span class="totalPages"></span></span></div>`.toString(),
  };
}
