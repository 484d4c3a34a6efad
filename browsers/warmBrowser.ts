// One running browser of the pool: provides contexts, prepares the next ones, and closes once it is retired and unused.
import type { BrowserContext, CDPSession, Page } from "playwright";
import type { BrowserName } from "../domain/visual/shot.ts";
import { contextOptions, deviceMetrics, emulatedMedia, type PageOptions } from "./contextOptions.ts";
import { type Blame, BrowserCrashedError } from "./errors.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { refuseLocalAddresses } from "./localAddresses.ts";
import { isAlive, killGroup, killOne } from "./processes.ts";

/** A context with its single page, ready to navigate. */
export type PreparedPage = {
  context: BrowserContext;
  page: Page;
  /** Chromium only: the protocol session, with the id of the page's main frame. */
  cdp: { session: CDPSession; mainFrameId: string } | null;
};

/** Maximum number of prepared, unused pages; each takes about 15 MB of a renderer process. */
const MAX_PREPARED = 4;
/** A run with other viewports leaves a prepared page behind; after this time it is closed. */
const PREPARED_IDLE_MS = 30_000;
/** A browser that does not close in this time is killed. Chromium takes 50 ms, Firefox under load 1 s. */
const CLOSE_MS = 3_000;
const PREPARE_MS = 30_000;

/** The crash event of a page takes a few milliseconds, or seconds if gigabytes are freed on a busy machine. */
const NEWS_MS = 5_000;
type EndedPage = { at: number; bytes: number; ofTab?: true };

const megabytes = (bytes: number): number => Math.round(bytes / (1024 * 1024));

type Waiting = { key: string; made: Promise<PreparedPage>; timer: NodeJS.Timeout };

export class WarmBrowser {
  readonly kind: BrowserName;
  readonly launched: LaunchedBrowser;
  readonly version: string;
  readonly #waiting: Waiting[] = [];
  readonly #used = new Set<BrowserContext>();
  readonly #gone = Promise.withResolvers<void>();
  #handedOut = 0;
  #retired = false;
  #dead = false;
  #toldToEnd = false;
  /** What the pages open at its end are told about the cause. */
  #end: { blame: Blame; memory: number | null } = { blame: "nobody", memory: null };
  /** When and at how many bytes page processes were ended for their memory, until the pages are notified. */
  readonly #endedPages: EndedPage[] = [];
  readonly #alone: boolean;

  /** `alone`: the browser is for one page, so no further ones are prepared. */
  constructor(kind: BrowserName, launched: LaunchedBrowser, { alone = false } = {}) {
    this.kind = kind;
    this.#alone = alone;
    this.launched = launched;
    this.version = launched.browser.version();
    launched.browser.once("disconnected", () => {
      this.#dead = true;
      if (!this.#toldToEnd) this.#end.blame = this.#used.size > 1 ? "shared" : "page";
      for (const { timer } of this.#waiting.splice(0)) clearTimeout(timer);
      // Its other processes may outlive a crashed main process.
      if (launched.pid !== undefined) killGroup(launched.pid);
      launched.unwatch();
      this.#gone.resolve();
    });
  }

  get handedOut(): number {
    return this.#handedOut;
  }

  get openContexts(): number {
    return this.#used.size;
  }

  /** False once it has crashed, was closed, or is to be replaced. */
  get usable(): boolean {
    return !this.#dead && !this.#retired;
  }

  /** Whether it was asked to close. */
  get toldToEnd(): boolean {
    return this.#toldToEnd;
  }

  /** Settles when the browser is gone, for whatever reason. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  /**
   * Returns a prepared page with these options, or a new one. The next one is prepared in the background (70 ms in Chromium, 600 in
   * Firefox), so that the next screenshot does not wait for it.
   */
  async take(options: PageOptions): Promise<PreparedPage> {
    const key = JSON.stringify(options);
    const at = this.#waiting.findIndex((one) => one.key === key);
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1);
    clearTimeout(waiting?.timer);
    this.#handedOut += 1;
    const ready = (await waiting?.made.catch(() => undefined)) ?? (await this.#make(options));
    if (this.#dead) throw this.#notBegun();
    this.#used.add(ready.context);
    if (this.usable && !this.#alone) this.#prepare(key, options);
    return ready;
  }

  /**
   * Closes the context. A browser that cannot close one is stuck or slow: it gets no more work, and is killed once
   * no other page uses it.
   */
  async giveBack(context: BrowserContext): Promise<void> {
    const closed = await within(CLOSE_MS, context.close());
    this.#used.delete(context);
    if (!closed) {
      this.#retired = true;
      this.#dropWaiting();
    }
    if (this.#retired && this.#used.size === 0) await this.close();
  }

  /** Stops taking work, and closes when the last context is returned. */
  async retire(): Promise<void> {
    this.#retired = true;
    this.#dropWaiting();
    if (this.#used.size === 0) await this.close();
  }

  /** Closes the browser immediately. */
  async close(): Promise<void> {
    this.#retired = true;
    this.#dropWaiting();
    if (this.#dead) return;
    this.#toldToEnd = true;
    const { browser, pid } = this.launched;
    const closed = await within(CLOSE_MS, browser.close());
    if (!closed && pid !== undefined && isAlive(pid)) killGroup(pid);
    await within(CLOSE_MS, this.#gone.promise);
  }

  /** Ends the browser because its processes use this many bytes; its pages see a crash. */
  endForMemory(bytes: number): void {
    this.#end.memory = bytes;
    if (this.launched.pid !== undefined) killGroup(this.launched.pid);
  }

  /** Ends the process of a page, which is notified. If no page is affected, the process may have served a frame, so the whole browser is ended. */
  endPageForMemory(pid: number, bytes: number): void {
    const ended: EndedPage = { at: performance.now(), bytes };
    this.#endedPages.push(ended);
    const inUse = [...this.#used];
    if (!killOne(pid)) return;
    setTimeout(() => {
      const missed =
        !ended.ofTab && this.#endedPages.includes(ended) && inUse.every((context) => this.#used.has(context));
      if (missed && inUse.length > 0 && !this.#dead) this.endForMemory(bytes);
    }, NEWS_MS).unref();
  }

  /** Notes that the process of a tab ended, which may be that of the page that opened it, too. */
  noteTabCrash(): void {
    // Only one: another may have served a frame.
    const ended = this.#endedPages.findLast(({ ofTab }) => !ofTab);
    if (ended) ended.ofTab = true;
  }

  /** Returns the error for a page whose own process ended. */
  pageCrash(): BrowserCrashedError {
    const ended = this.#endedPages.splice(0).find(({ at }) => performance.now() - at < 2 * NEWS_MS);
    if (ended === undefined) {
      const message = "The page's process ended unexpectedly, most likely because it ran out of memory.";
      return new BrowserCrashedError(this.kind, "page", message, { blame: "page" });
    }
    const message = `The page used ${megabytes(ended.bytes)} MB of memory, more than the limit for a page, and was ended.`;
    return new BrowserCrashedError(this.kind, "page", message, { blame: "page", memory: true });
  }

  /** Returns the error for a page that was open when the browser ended. */
  crash(): BrowserCrashedError {
    const { blame, memory } = this.#end;
    const { product } = this.launched.found;
    const message =
      memory === null
        ? `The browser (${product}) ended unexpectedly.`
        : `The browser (${product}) used ${megabytes(memory)} MB of memory, more than its limit, and was ended.`;
    return new BrowserCrashedError(this.kind, "browser", message, { blame, memory: memory !== null });
  }

  /** Returns the error for work that had not begun: whichever page was to blame, it was another one. */
  #notBegun(): BrowserCrashedError {
    const blame = this.#toldToEnd || this.#alone ? "nobody" : "shared";
    return new BrowserCrashedError(this.kind, "browser", this.crash().message, { blame });
  }

  #prepare(key: string, options: PageOptions): void {
    if (this.#waiting.some((one) => one.key === key)) return;
    while (this.#waiting.length >= MAX_PREPARED) this.#drop(this.#waiting[0]);
    const made = this.#make(options);
    const waiting: Waiting = { key, made, timer: setTimeout(() => this.#drop(waiting), PREPARED_IDLE_MS) };
    waiting.timer.unref();
    made.then(({ page }) => page.once("crash", () => this.#drop(waiting))).catch(() => this.#drop(waiting));
    this.#waiting.push(waiting);
  }

  #drop(waiting: Waiting | undefined): void {
    const at = waiting === undefined ? -1 : this.#waiting.indexOf(waiting);
    if (at < 0 || waiting === undefined) return;
    this.#waiting.splice(at, 1);
    clearTimeout(waiting.timer);
    waiting.made.then(({ context }) => context.close()).catch(() => undefined);
  }

  #dropWaiting(): void {
    for (const waiting of [...this.#waiting]) this.#drop(waiting);
  }

  async #make(options: PageOptions): Promise<PreparedPage> {
    const { browser } = this.launched;
    let context: BrowserContext | undefined;
    const work = (async (): Promise<PreparedPage> => {
      context = await browser.newContext(contextOptions(this.kind, this.version, options));
      if (options.initScript !== "") await context.addInitScript(options.initScript);
      const page = await context.newPage();
      const prints = options.mode?.media === "print";
      if (prints) await page.emulateMedia({ media: "print" });
      if (this.kind !== "chromium") return { context, page, cdp: null };
      const session = await context.newCDPSession(page);
      const [{ frameTree }, , guard] = await Promise.all([
        session.send("Page.getFrameTree"),
        // Each session has its own emulation, and a screenshot uses that of the session that requests it:
        // without this one the device scale is lost.
        session.send("Emulation.setDeviceMetricsOverride", deviceMetrics(options)),
        refuseLocalAddresses(context, page),
      ]);
      // A document in a new process gets the medium of the session that is restored last, so all sessions set it.
      if (prints)
        for (const one of [session, guard]) await one.send("Emulation.setEmulatedMedia", emulatedMedia(options));
      return { context, page, cdp: { session, mainFrameId: frameTree.frame.id } };
    })();
    try {
      if (await within(PREPARE_MS, work)) return await work;
      const message = `The browser opened no page within ${PREPARE_MS / 1000} s.`;
      throw new BrowserCrashedError(this.kind, "browser", message, {
        blame: this.#used.size > 0 ? "shared" : "nobody",
      });
    } catch (error) {
      // A browser that was killed in the meantime may never respond.
      if (context) await within(CLOSE_MS, context.close());
      if (this.#dead || !browser.isConnected()) throw this.#notBegun();
      throw error;
    }
  }
}

/** Returns whether the promise settled in time; a rejection counts as settled. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = promise.then(
    () => true as const,
    () => true as const,
  );
  const answer = await Promise.race([settled, late]);
  clearTimeout(timer);
  return answer;
}
