// Gives a page up whose document is so large that reading it would hold the browser for minutes.
import type { PageLease } from "../browserPool.ts";
import { CaptureFailure } from "./failures.ts";

/** Uncompressed. 13 MB of small elements kept a renderer busy for 30 s; what follows in the visit asks every element again. */
const MAX_MB = 10;
const MAX_BYTES = MAX_MB * 1024 * 1024;

/**
 * Aborted, with a CaptureFailure, when a document of the main frame grows beyond 10 MB. Chromium only. What has arrived is told by
 * the renderer, which may be behind: a document of many elements can pass the memory of a page (memory.ts) before it is heard of.
 * Both are `too_large`, and the sentence names the limit that was passed first.
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
  // A renderer that is behind takes the data slowly, so an announced length saves the wait.
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
