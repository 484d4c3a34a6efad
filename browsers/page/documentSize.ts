// Aborts a page whose document is so large that reading it would block the browser for minutes.
import type { PageLease } from "../browserPool.ts";
import { CaptureFailure } from "./failures.ts";

/** Maximum uncompressed size. 13 MB of small elements kept a renderer busy for 30 s, and later steps of the visit query every element again. */
const MAX_MB = 10;
const MAX_BYTES = MAX_MB * 1024 * 1024;

/**
 * Returns a signal that aborts, with a CaptureFailure, when a document of the main frame grows beyond 10 MB. Chromium only. The renderer
 * reports received data and may lag behind: a document of many elements can exceed a page's memory limit (memory.ts) before its
 * size is reported. Both are `too_large`, and the message names the limit that was exceeded first.
 */
export async function watchDocumentSize({ cdp }: PageLease): Promise<AbortSignal> {
  const tooLarge = new AbortController();
  if (cdp === null) return tooLarge.signal;
  const { session, mainFrameId } = cdp;
  let document = "";
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, loaderId, frameId, type }) => {
    if (type !== "Document" || frameId !== mainFrameId || requestId !== loaderId) return;
    document = requestId;
    bytes = 0;
  });
  const giveUp = (): void =>
    tooLarge.abort(new CaptureFailure("too_large", `The page's document is larger than ${MAX_MB} MB.`));
  // A lagging renderer receives the data slowly, so check an announced length up front.
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (requestId === document && announced(response.headers) > MAX_BYTES) giveUp();
  });
  session.on("Network.dataReceived", ({ requestId, dataLength }) => {
    if (requestId !== document) return;
    bytes += dataLength;
    if (bytes > MAX_BYTES) giveUp();
  });
  await session.send("Network.enable").catch(() => undefined);
  return tooLarge.signal;
}

function announced(headers: Readonly<Record<string, string>>): number {
  const length = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-length")?.[1];
  return length === undefined ? 0 : Number(length);
}
