// The tabs of a scenario. Steps continue in the tab that an action opened, as a visitor would, or in the one before if nothing in it fits.
import type { Page } from "playwright";
import { refuseLocalAddresses } from "../../../browsers/localAddresses.ts";
import { watchDocumentSize } from "../../../browsers/page/documentSize.ts";
import { watchAddresses } from "../../../browsers/page/elsewhere.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { createGuard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { watchTraffic } from "../../../browsers/page/traffic.ts";
import { readTestIdsFrom, testIdsFrom } from "./find.ts";
import type { Session, Tab, Tabs } from "./session.ts";

/** Further tabs are closed. */
const MAX_TABS = 5;
const MAX_UNASKED = 20;
/** Maximum time from the browser's announcement of a tab to its first response. */
const ARRIVES_MS = 5_000;
/** Maximum time for a tab to load before the next action. */
const LOADS_MS = 10_000;
const PREPARED_MS = 10_000;
/** Firefox reports a tab before its address. */
const ADDRESS_MS = 2_000;
const AGAIN_MS = 20;

export const createTabs = (): Tabs => ({
  open: [],
  arrived: [],
  announced: 0,
  unasked: [],
  downloads: 0,
  acting: false,
  before: null,
  posted: new Set(),
});

/** Takes a page that the browser has opened. */
export function hearTab(tabs: Tabs, page: Page): void {
  const at = tabs.unasked.indexOf(page.url());
  // After a redirect the address is another one, but then the action has announced none.
  const isUnasked = at >= 0 || (tabs.unasked.length > 0 && tabs.announced <= tabs.arrived.length);
  if (isUnasked) tabs.unasked.splice(Math.max(at, 0), 1);
  if (!isUnasked && tabs.acting && tabs.open.length + tabs.arrived.length < MAX_TABS) tabs.arrived.push(page);
  else void page.close().catch(() => undefined);
}

/** Adds a tab whose own new tabs are heard before their first response, in browsers that announce them. */
export async function addTab(tabs: Tabs, tab: Tab): Promise<void> {
  tabs.open.push(tab);
  const { cdp, context } = tab.lease;
  if (tabs.open.length === 1)
    context.on("request", (request) => {
      if (request.isNavigationRequest() && request.method() === "POST") tabs.posted.add(request.url());
    });
  if (cdp === null) return;
  cdp.session.on("Page.windowOpen", ({ url }) => {
    if (tabs.acting) tabs.announced += 1;
    else tabs.unasked = [...tabs.unasked, url].slice(-MAX_UNASKED);
  });
  await cdp.session.send("Page.enable");
}

const OPENING = new Set("click dblclick press check uncheck select fill type drag".split(" "));
/** Actions before which the tabs of the previous one may still arrive. */
const WAITING = new Set(["waitFor", "switchTab"]);

/** Before an action: tabs of the one before are ready, and those that open from now on belong to it. */
export async function beginAction(session: Session, op: string, expects: boolean): Promise<void> {
  await settleTabs(session);
  if (expects || WAITING.has(op)) return;
  session.seen.announcing &&= op === "dialog";
  Object.assign(session.tabs, { acting: OPENING.has(op), announced: 0, downloads: session.seen.downloads.length });
}

/** What leaves a tab as it is, so steps may still return to the one before. */
const QUIET = new Set(["waitFor", "dialog", "setCookie", "clearCookies"]);

/** After an action that succeeded. */
export async function endAction(session: Session, op: string): Promise<void> {
  if (!QUIET.has(op)) session.tabs.before = null;
  await settleTabs(session);
}

/** Prepares the tabs that the last action has opened. Steps continue in the only one. */
export async function settleTabs(session: Session): Promise<void> {
  const { tabs, seen, guard } = session;
  const end = performance.now() + ARRIVES_MS;
  const isMissing = (): boolean => tabs.announced > tabs.arrived.length && seen.downloads.length === tabs.downloads;
  while (isMissing() && performance.now() < end) await guard.sleep(AGAIN_MS);
  tabs.announced = 0;
  const opened: Tab[] = [];
  for (const page of tabs.arrived.splice(0)) {
    const tab = await readyTab(session, page);
    if (tab !== null) opened.push(tab);
  }
  const [only, ...others] = opened;
  if (only === undefined || others.length > 0) return;
  const before = currentTab(session);
  useTab(session, only);
  tabs.before = before;
}

export const currentTab = ({ tabs, page }: Session): Tab | null => tabs.open.find((one) => one.page === page) ?? null;

/** From now on, steps run in this tab. */
export function useTab(session: Session, tab: Tab): void {
  Object.assign(session, tab);
  session.tabs.before = null;
  session.overlay?.use(tab.page);
}

/** Gives a tab what the scenario's own page has. null: it was closed. */
async function readyTab(session: Session, page: Page): Promise<Tab | null> {
  const { tabs, guard, seen } = session;
  try {
    const tab = await guard.run(prepared(session, page), PREPARED_MS);
    await guard.run(addTab(tabs, tab), PREPARED_MS);
    page.once("close", () => {
      tabs.open = tabs.open.filter((one) => one !== tab);
      const last = tabs.open.at(-1);
      if (session.page === page && last) useTab(session, last);
    });
    const isLate = await guard.run(session.entrance.follow(tab.lease), PREPARED_MS);
    if (tab.lease.cdp === null)
      await bounded(guard, page.waitForURL(/^https?:/, { waitUntil: "commit", timeout: 0 }), ADDRESS_MS);
    // What its document sent so far lacked the access, or was not recorded.
    const loadsAgain =
      (isLate || session.overlay !== null) && /^https?:/.test(page.url()) && !tabs.posted.has(page.url());
    const [address = ""] = page.url().split("#");
    await session.overlay?.follow(tab.lease, tab.guard, loadsAgain ? address : null);
    seen.watch(page);
    if (loadsAgain) await bounded(guard, page.reload({ waitUntil: "commit", timeout: 0 }), LOADS_MS);
    await bounded(guard, page.waitForLoadState("domcontentloaded", { timeout: 0 }), LOADS_MS);
    return page.isClosed() ? null : tab;
  } catch (error) {
    guard.signal.throwIfAborted();
    if (page.isClosed()) return null;
    throw error;
  }
}

async function prepared({ tabs, lease: opener, guard }: Session, page: Page): Promise<Tab> {
  const { context } = opener;
  const [first] = tabs.open;
  const attribute = first && testIdsFrom(first.page);
  if (attribute !== undefined) readTestIdsFrom(page, attribute);
  const crash = new AbortController();
  page.once("crash", () =>
    crash.abort(new CaptureFailure("page_error", "The process of a new tab ended unexpectedly.")),
  );
  let cdp = null;
  if (opener.cdp !== null) {
    await refuseLocalAddresses(context, page);
    const session = await context.newCDPSession(page);
    const { frameTree } = await session.send("Page.getFrameTree");
    cdp = { session, mainFrameId: frameTree.frame.id };
  }
  const lease = { ...opener, page, cdp };
  const ends = [
    first?.guard.signal ?? guard.signal,
    crash.signal,
    watchAddresses(page),
    await watchDocumentSize(lease),
  ];
  return {
    lease,
    page,
    guard: createGuard(AbortSignal.any(ends), guard.left()),
    traffic: watchTraffic(page, page.url()),
    // Its protocol session does not know the emulated window.
    deviceScale: null,
  };
}
