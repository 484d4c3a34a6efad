// Prints a report as PDF with a browser of the pool. The report may contain text from hostile pages, so scripts and network are disabled.

import { type BrowserPool, despiteCrashes, type PageLease, type PageOptions } from "../../browsers/browserPool.ts";
import type { PrintTemplates } from "../../domain/report/printTemplates.ts";
import { unlessAborted } from "../../platform/unlessAborted.ts";

/** Time limit in ms for everything. The largest report (500 findings, 12 MB of images) took 17 s on two very busy cores, a typical one 1 to 5 s. */
export const PRINT_TIMEOUT_MS = 120_000;
/** In characters; a report is bounded well below it. */
const MAX_HTML = 40_000_000;

export class PrintError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PrintError";
  }
}

/** Same options as audit pages, so that no separate browser is started for printing. */
const OPTIONS: PageOptions = {
  width: 1_000,
  height: 1_400,
  scale: 1,
  mobile: false,
  reducedMotion: false,
  stillImages: false,
  initScript: "",
};

/**
 * Prints A4 with the given header and footer on every page, tagged for screen readers, with an outline of the headings. Rejects with
 * PrintError (too large, or timed out), with the signal's reason, and with the pool's errors. The context is always closed.
 */
export async function printPdf(
  deps: { pool: BrowserPool; timeoutMs?: number },
  html: string,
  templates: PrintTemplates,
  signal: AbortSignal,
): Promise<Buffer> {
  if (html.length > MAX_HTML)
    throw new PrintError(`The report has ${html.length} characters and is too large to print.`);
  const timeoutMs = deps.timeoutMs ?? PRINT_TIMEOUT_MS;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([signal, timeout]);
  try {
    // Another page may crash the browser in the meantime.
    return await despiteCrashes(deps.pool, ended, (pool) => printOnce(pool, html, templates, ended));
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new PrintError(`The report was not printed within ${Math.round(timeoutMs / 1000)} s.`);
    throw error;
  }
}

async function printOnce(
  pool: BrowserPool,
  html: string,
  templates: PrintTemplates,
  ended: AbortSignal,
): Promise<Buffer> {
  let lease: PageLease | undefined;
  try {
    lease = await pool.acquire("chromium", OPTIONS, ended);
    return await unlessAborted(print(lease, html, templates), AbortSignal.any([ended, lease.crash]));
  } catch (error) {
    if (lease?.crash.aborted) throw lease.crash.reason;
    throw error;
  } finally {
    void lease?.release();
  }
}

async function print({ page, context, cdp }: PageLease, html: string, templates: PrintTemplates): Promise<Buffer> {
  // Each of these alone would be enough; together a single browser defect cannot open the network.
  await cdp?.session.send("Emulation.setScriptExecutionDisabled", { value: true });
  // Any other reason would replace the report by the browser's error page if the document leads elsewhere.
  await context.route("**/*", (route) => route.abort("aborted"));
  await context.setOffline(true);
  await page.setContent(html, { waitUntil: "load", timeout: 0 });
  return page.pdf({
    format: "A4",
    printBackground: true,
    preferCSSPageSize: true,
    displayHeaderFooter: true,
    headerTemplate: templates.header,
    footerTemplate: templates.footer,
    tagged: true,
    outline: true,
  });
}
