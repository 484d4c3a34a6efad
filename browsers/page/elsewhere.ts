// Gives a page up that shows what is not of the web: a file of this machine, or an inner page of the browser.
import type { Frame, Page } from "playwright";
import { mayBeShown } from "../../domain/net/pageAddress.ts";
import { CaptureFailure } from "./failures.ts";

/**
 * Aborted, with a CaptureFailure, when a frame goes to such an address. The news comes before the answer to anything that is
 * asked of the page afterwards, so nothing that it shows is ever read.
 */
export function watchAddresses(page: Page): AbortSignal {
  const elsewhere = new AbortController();
  page.on("framenavigated", (frame: Frame) => {
    const main = frame === page.mainFrame();
    if (!mayBeShown(frame.url(), main)) elsewhere.abort(refusedPage(frame.url()));
  });
  return elsewhere.signal;
}

/** `address` is quoted by its scheme alone. */
export function refusedPage(address: string): CaptureFailure {
  const scheme = /^[a-z][a-z0-9+.-]{0,30}(?=:)/i.exec(address)?.[0] ?? "";
  return new CaptureFailure(
    "address_refused",
    `The page redirected to an address that is not http(s) (${scheme}:), so it was not checked.`,
    { scheme },
  );
}
