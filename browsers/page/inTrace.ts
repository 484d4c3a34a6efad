// What Playwright's trace of a page shows: it takes pictures of the whole document before and after each call of its own, and there are
// many for one action of a scenario.
import type { Page } from "playwright";

/** Playwright's own way to gather calls, which its test runner uses too; its public types do not have it. Checked with 1.64. */
type Gathers = {
  _wrapApiCall?: <T>(calls: () => Promise<T>, options: { internal?: boolean; title?: string }) => Promise<T>;
};

/** Calls that look something up: the trace shows nothing of them. */
export function untraced<T>(page: Page, calls: () => Promise<T>): Promise<T> {
  return gathered(page, calls, { internal: true });
}

/** The trace shows all calls as one, under the title: the first of them with its pictures. */
export function tracedAs<T>(page: Page, title: string, calls: () => Promise<T>): Promise<T> {
  return gathered(page, calls, { title });
}

/** A version that has it no more makes a larger trace, and nothing else. */
async function gathered<T>(
  page: Page,
  calls: () => Promise<T>,
  how: { internal?: boolean; title?: string },
): Promise<T> {
  const gathers = page as unknown as Gathers;
  if (typeof gathers._wrapApiCall !== "function") return calls();
  // Errors that pass through it get another message.
  const settle = async (): Promise<PromiseSettledResult<T>> => (await Promise.allSettled([calls()]))[0];
  const settled = await gathers._wrapApiCall(settle, how);
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
