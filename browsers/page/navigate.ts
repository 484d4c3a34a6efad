// Opens the page and decides whether the response is a page.
import type { Page, Response } from "playwright";
import { judgeAddress } from "../../domain/net/pageAddress.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { answerFailure, CaptureFailure, type ExplainFailure, navigationFailure, shownUrl } from "./failures.ts";
import type { Guard } from "./guard.ts";
import type { Traffic } from "./traffic.ts";

/** `loaded` false: it was still loading when its time was up. */
export type Opened = { status: number; loaded: boolean; notes: Reason[] };

/**
 * Opens the address and waits until the page has loaded, for at most `loadMs`: after that a page that has a document
 * is captured as it is, with the note `still_loading`. Only http and https are opened. Throws CaptureFailure if the response is not a
 * page.
 */
export async function openPage(
  page: Page,
  url: string,
  guard: Guard,
  traffic: Traffic,
  loadMs: number,
  explain?: ExplainFailure,
): Promise<Opened> {
  const judged = judgeAddress(url);
  if (judged.fault !== undefined)
    throw new CaptureFailure("address_refused", `The page was not opened: its address ${judged.message}.`);
  const began = performance.now();
  const noAnswer = (): CaptureFailure =>
    new CaptureFailure("timeout", `The page did not answer within ${loadMs / 1000} s.`, { ms: loadMs });
  let response: Response | null;
  // The response headers are enough to decide whether it is a page; its body is awaited below.
  let refused: CaptureFailure | undefined;
  const onResponse = (answer: Response): void => {
    if (!answer.request().isNavigationRequest() || answer.frame() !== page.mainFrame()) return;
    refused = answerFailure(answer.status(), answer.statusText(), answer.headers(), answer.url());
  };
  page.on("response", onResponse);
  try {
    response = await guard.run(page.goto(judged.url.href, { waitUntil: "commit", timeout: 0 }), loadMs, noAnswer);
  } catch (error) {
    if (error instanceof CaptureFailure || guard.signal.aborted) throw error;
    // Chromium treats an error status without a body as a network error (ERR_HTTP_RESPONSE_CODE_FAILURE).
    if (refused !== undefined) throw refused;
    const message = traffic.sawDownload() ? "Download is starting" : error instanceof Error ? error.message : "";
    throw navigationFailure(message, traffic.lastDocument(), explain);
  } finally {
    page.off("response", onResponse);
  }
  const failure =
    response && answerFailure(response.status(), response.statusText(), response.headers(), response.url());
  if (failure) throw failure;

  const notes: Reason[] = [];
  const left = Math.max(500, loadMs - (performance.now() - began));
  try {
    const loaded = page.waitForLoadState("load", { timeout: 0 });
    await guard.run(loaded, left, () => new StillLoading());
  } catch (error) {
    if (!(error instanceof StillLoading)) throw error;
    const open = traffic.openRequests();
    const waits =
      open.length === 0
        ? ""
        : ` It is still waiting for ${open[0]}${open.length > 1 ? ` and ${open.length - 1} more` : ""}.`;
    notes.push({
      code: "still_loading",
      message: `The page had not finished loading after ${loadMs / 1000} s and was captured as it was.${waits}`,
      data: { ms: loadMs, open: open.length, url: shownUrl(page.url()) },
    });
  }
  return { status: response?.status() ?? 200, loaded: notes.length === 0, notes };
}

class StillLoading extends Error {}
