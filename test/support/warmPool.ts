// One warm browser pool a process, as a worker of the service has it: starting a browser costs a second or more of processor time.
import { type BrowserPool, createBrowserPool } from "../../browsers/browserPool.ts";

let warm: BrowserPool | undefined;

/** For tests that neither kill a browser nor count what a pool does; those have a pool of their own. It is not to be closed. */
export function warmPool(): BrowserPool {
  warm ??= createBrowserPool();
  return warm;
}

after(async function () {
  this.timeout(60_000);
  // In a worker of a parallel run this comes after its first file; there its browsers end with the process.
  if (process.env.MOCHA_WORKER_ID === undefined) await warm?.close();
});
