// Aborts a page that shows a non-web address: a file of this machine, or an internal page of the browser.
import type { Frame, Page } from "playwright";
import { mayBeShown } from "../../domain/net/pageAddress.ts";
import { CaptureFailure } from "./failures.ts";

/**
 * Returns a signal that aborts, with a CaptureFailure, when a frame navigates to such an address. The event arrives before the response
 * to any later query of the page, so none of its content is ever read.
 */
export function watchAddresses(page: Page): AbortSignal {
  const elsewhere = new AbortController();
  const check = (frame: Frame): void => {
    const main = frame === page.mainFrame();
    if (!mayBeShown(frame.url(), main)) elsewhere.abort(refusedPage(frame.url()));
  };
  page.on("framenavigated", check);
  check(page.mainFrame());
  return elsewhere.signal;
}

/** Quotes only the scheme of `address`. */
export function refusedPage(address: string): CaptureFailure {
  const scheme = /^[a-z][a-z0-9+.-]{0,30}(?=:)/i.exec(address)?.[0] ?? "";
  return new CaptureFailure(
    "address_refused",
    `The page redirected to an address that is not http(s) (${scheme}:), so it was not checked.`,
    { scheme },
  );
}
