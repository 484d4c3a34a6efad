// Tracks the requests of a page, to wait until the network is quiet and to know the last document request.
import type { Page, Request } from "playwright";
import { answerFailure, type CaptureFailure, type ExplainFailure, navigationFailure, shownUrl } from "./failures.ts";

/** Resource types that stay open by design, or that do not affect a screenshot. */
const NOT_WAITED_FOR = new Set(["eventsource", "websocket", "ping", "media", "manifest", "cspviolationreport"]);
/** The page's scripts decide whether and when the bodies of these are read. */
const READ_BY_SCRIPTS = new Set(["fetch", "xhr"]);
/** A body that is read arrives within this time after its headers, or changes the screenshot when it arrives later. */
const UNREAD_MS = 500;
/** A page that starts the next fetch from the response of the last one does so within this time. */
const PAUSE_MS = 50;

export type Traffic = {
  openRequests(): string[];
  quiet(boundMs: number): Promise<boolean>;
  /** Whether the server may send data at any time, over a socket or an event stream. */
  listens(): boolean;
  /** Returns the address of the last document that the main frame requested. */
  lastDocument(): string;
  /**
   * Returns the failure if the main frame shows an error (of the browser, the proxy or the site itself) instead of a page of the
   * site. Pages may navigate by scripts and refreshes after they were opened.
   */
  documentFailure(explain?: ExplainFailure): CaptureFailure | undefined;
  /** Whether a file was offered for download instead of a page. */
  sawDownload(): boolean;
};

export function watchTraffic(page: Page, first: string): Traffic {
  const open = new Set<Request>();
  const streams = new Set<object>();
  let lastDocument = first;
  let download = false;
  let failure: ((explain?: ExplainFailure) => CaptureFailure | undefined) | undefined;
  const ofMainDocument = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  let wake: () => void = () => undefined;
  const done = (request: Request): void => {
    streams.delete(request);
    if (open.delete(request) && open.size === 0) wake();
  };
  page.on("request", (request) => {
    if (ofMainDocument(request)) {
      lastDocument = request.url();
      open.clear();
      streams.clear();
    }
    if (request.resourceType() === "eventsource") streams.add(request);
    if (!NOT_WAITED_FOR.has(request.resourceType()) && !request.url().startsWith("data:")) open.add(request);
  });
  page.on("requestfinished", done);
  page.on("websocket", (socket) => {
    streams.add(socket);
    socket.on("close", () => streams.delete(socket));
  });
  // A script that reads only the headers of a response leaves it open forever.
  page.on("response", (response) => {
    const request = response.request();
    if (ofMainDocument(request)) {
      const [status, text, headers, url] = [
        response.status(),
        response.statusText(),
        response.headers(),
        response.url(),
      ];
      failure = () => answerFailure(status, text, headers, url);
    }
    if (READ_BY_SCRIPTS.has(request.resourceType())) setTimeout(done, UNREAD_MS, request).unref();
  });
  page.on("requestfailed", (request) => {
    done(request);
    const error = request.failure()?.errorText ?? "";
    // A navigation that was replaced by another one, or ended by a download, leaves the page as it was.
    if (!ofMainDocument(request) || /ABORT|Download/i.test(error)) return;
    const url = request.url();
    failure = (explain) => navigationFailure(error, url, explain);
  });
  page.on("download", (file) => {
    download = true;
    void file.cancel().catch(() => undefined);
  });

  async function quiet(boundMs: number): Promise<boolean> {
    const end = performance.now() + boundMs;
    while (open.size > 0) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (open.size === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return true;
  }

  return {
    openRequests: () => [...open].map((request) => shownUrl(request.url())),
    quiet,
    listens: () => streams.size > 0,
    lastDocument: () => lastDocument,
    documentFailure: (explain) => failure?.(explain),
    sawDownload: () => download,
  };
}
