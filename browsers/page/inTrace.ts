// Controls what Playwright's trace of a page contains: it snapshots the whole document before and after each Playwright call, and
// one action of a scenario makes many.
import type { Page } from "playwright";

/** Playwright's internal way to group calls, also used by its test runner; missing from its public types. Checked with 1.64. */
type Gathers = {
  _wrapApiCall?: <T>(calls: () => Promise<T>, options: { internal?: boolean; title?: string }) => Promise<T>;
};

/** Runs lookups without recording them in the trace. */
export function untraced<T>(page: Page, calls: () => Promise<T>): Promise<T> {
  return gathered(page, calls, { internal: true });
}

/** Records all calls as one trace entry with this title, with the snapshots of the first. */
export function tracedAs<T>(page: Page, title: string, calls: () => Promise<T>): Promise<T> {
  return gathered(page, calls, { title });
}

/** If a Playwright version no longer has the method, the trace is larger but works. */
async function gathered<T>(
  page: Page,
  calls: () => Promise<T>,
  how: { internal?: boolean; title?: string },
): Promise<T> {
  const gathers = page as unknown as Gathers;
  if (typeof gathers._wrapApiCall !== "function") return calls();
  // `_wrapApiCall` would change the message of an error thrown through it.
  const settle = async (): Promise<PromiseSettledResult<T>> => (await Promise.allSettled([calls()]))[0];
  const settled = await gathers._wrapApiCall(settle, how);
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
