// Collects the scripts as the browser received them, so that none is fetched twice.
import type { PageLease } from "../../../browsers/browserPool.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import type { Guard } from "../../../browsers/page/guard.ts";

export type ScriptBody = { url: string; text: string };
export type ScriptBodies = {
  bodies: ScriptBody[];
  /** Addresses of all scripts with a response, including those whose content could not be read. */
  urls: string[];
  unread: number;
};

/** Libraries are smaller; the browser buffers no more than this, whatever a page sends. */
const MAX_BYTES_OF_ONE = 3_000_000;
const MAX_BYTES = 20_000_000;
const MAX_SCRIPTS = 200;
const LAST_ONES_MS = 3_000;

/** Starts before the page is opened; `collect` returns what has arrived completely. */
export async function watchScripts(lease: PageLease, guard: Guard): Promise<{ collect(): Promise<ScriptBodies> }> {
  const session = await lease.context.newCDPSession(lease.page);
  const scripts = new Map<string, { url: string; bytes: number }>();
  const urls = new Set<string>();
  const bodies: ScriptBody[] = [];
  const reading = new Set<Promise<void>>();
  let room = MAX_BYTES;

  session.on("Network.responseReceived", ({ requestId, response, type }) => {
    if (type !== "Script" || urls.size >= MAX_SCRIPTS) return;
    urls.add(response.url);
    scripts.set(requestId, { url: response.url, bytes: 0 });
  });
  session.on("Network.dataReceived", ({ requestId, dataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.bytes += dataLength;
  });
  session.on("Network.loadingFinished", ({ requestId }) => {
    const script = scripts.get(requestId);
    if (!script || script.bytes > Math.min(MAX_BYTES_OF_ONE, room)) return;
    room -= script.bytes;
    const read = session
      .send("Network.getResponseBody", { requestId })
      .then(({ body, base64Encoded }) => {
        const text = base64Encoded ? Buffer.from(body, "base64").toString("latin1") : body;
        bodies.push({ url: script.url, text: text.slice(0, MAX_BYTES_OF_ONE) });
      })
      // Discarded by the browser, or the page has navigated.
      .catch(() => undefined)
      .finally(() => reading.delete(read));
    reading.add(read);
  });
  await guard.run(
    session.send("Network.enable", { maxResourceBufferSize: MAX_BYTES_OF_ONE, maxTotalBufferSize: MAX_BYTES }),
    10_000,
    () => new CaptureFailure("page_error", "The browser did not answer in time."),
  );
  return {
    async collect() {
      await guard.run(Promise.all(reading), LAST_ONES_MS).catch((error: unknown) => {
        if (guard.signal.aborted) throw error;
      });
      const read = [...bodies];
      const known = new Set(read.map(({ url }) => url));
      return { bodies: read, urls: [...urls], unread: [...urls].filter((url) => !known.has(url)).length };
    },
  };
}
