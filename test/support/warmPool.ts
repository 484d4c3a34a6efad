// One warm browser pool per process, like a worker's: starting a browser takes a second or more of processor time.
import { type BrowserPool, createBrowserPool } from "../../browsers/browserPool.ts";

let warm: BrowserPool | undefined;

/** For tests that neither kill a browser nor count what a pool does; those create their own pool. Do not close it. */
export function warmPool(): BrowserPool {
  warm ??= createBrowserPool();
  return warm;
}

after(async function () {
  this.timeout(60_000);
  // In a worker of a parallel run this hook runs after the worker's first file; there the browsers end with the process.
  if (process.env.MOCHA_WORKER_ID === undefined) await warm?.close();
});
