// One running browser of the pool: hands out contexts, prepares the next ones, and ends when it is told and nobody uses it.
import type { BrowserContext, CDPSession, Page } from "playwright";
import type { BrowserName } from "../domain/visual/shot.ts";
import { contextOptions, deviceMetrics, emulatedMedia, type PageOptions } from "./contextOptions.ts";
import { type Blame, BrowserCrashedError } from "./errors.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { refuseLocalAddresses } from "./localAddresses.ts";
import { isAlive, killGroup, killOne } from "./processes.ts";

/** A context with its one page, ready to navigate. */
export type PreparedPage = {
  context: BrowserContext;
  page: Page;
  /** Chromium only: the way to the protocol, with the id of the page's main frame. */
  cdp: { session: CDPSession; mainFrameId: string } | null;
};

/** Prepared and unused at most; each takes about 15 MB of a renderer process. */
const MAX_PREPARED = 4;
/** A run of other viewports leaves one behind; after this long nobody comes for it. */
const PREPARED_IDLE_MS = 30_000;
/** A browser that does not close in this time is killed. Chromium takes 50 ms, Firefox under load 1 s. */
const CLOSE_MS = 3_000;
const PREPARE_MS = 30_000;

/** The news of a page's end takes a few milliseconds, and seconds where gigabytes are given back on a busy machine. */
const NEWS_MS = 5_000;

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
  /** What the pages that were in it when it ended are told. */
  #end: { blame: Blame; memory: number | null } = { blame: "nobody", memory: null };
  /** When pages' processes were ended for their memory, and at how many bytes, until the pages are told. */
  readonly #endedPages: { at: number; bytes: number }[] = [];
  readonly #alone: boolean;

  /** `alone`: it is for one page, so no further ones are prepared. */
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

  /** False once it crashed, was closed, or is to be replaced. */
  get usable(): boolean {
    return !this.#dead && !this.#retired;
  }

  /** Its end was asked for. */
  get toldToEnd(): boolean {
    return this.#toldToEnd;
  }

  /** Settles when the browser is gone, for whatever reason. */
  get gone(): Promise<void> {
    return this.#gone.promise;
  }

  /**
   * A prepared page of these options, or a new one; the next one is prepared meanwhile (70 ms in Chromium, 600 in
   * Firefox, which the next shot does not wait for).
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
   * Closes the context. A browser that cannot close one is stuck, or only slow: it takes no more work, and is killed when
   * nobody else is at work in it.
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

  /** Takes no more work, and ends when the last context is given back. */
  async retire(): Promise<void> {
    this.#retired = true;
    this.#dropWaiting();
    if (this.#used.size === 0) await this.close();
  }

  /** Ends it now. */
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

  /** Ends the browser because its processes use so many bytes; the pages in it are told that it crashed. */
  endForMemory(bytes: number): void {
    this.#end.memory = bytes;
    if (this.launched.pid !== undefined) killGroup(this.launched.pid);
  }

  /** Ends a page's own process; the page is told. Where no page misses it, a frame's may have been meant: all are ended. */
  endPageForMemory(pid: number, bytes: number): void {
    const ended = { at: performance.now(), bytes };
    this.#endedPages.push(ended);
    const inUse = [...this.#used];
    if (!killOne(pid)) return;
    setTimeout(() => {
      const missed = this.#endedPages.includes(ended) && inUse.every((context) => this.#used.has(context));
      if (missed && inUse.length > 0 && !this.#dead) this.endForMemory(bytes);
    }, NEWS_MS).unref();
  }

  /** For a page whose own process ended. */
  pageCrash(): BrowserCrashedError {
    const ended = this.#endedPages.splice(0).find(({ at }) => performance.now() - at < 2 * NEWS_MS);
    if (ended === undefined) {
      const message = "The page's process ended in the middle of the work: out of memory, most likely.";
      return new BrowserCrashedError(this.kind, "page", message, { blame: "page" });
    }
    const message = `The page used ${megabytes(ended.bytes)} MB of memory, which is more than a page may, and was ended.`;
    return new BrowserCrashedError(this.kind, "page", message, { blame: "page", memory: true });
  }

  /** For a page that was in the browser when it ended. */
  crash(): BrowserCrashedError {
    const { blame, memory } = this.#end;
    const { product } = this.launched.found;
    const message =
      memory === null
        ? `The browser (${product}) ended in the middle of the work.`
        : `The browser (${product}) used ${megabytes(memory)} MB of memory, which is more than it may, and was ended.`;
    return new BrowserCrashedError(this.kind, "browser", message, { blame, memory: memory !== null });
  }

  /** For work that had not begun in it: whoever was to blame, it was another page. */
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
        // Each session has an emulation of its own, and a picture is drawn by that of the session that asks for it:
        // without this one the device scale is lost.
        session.send("Emulation.setDeviceMetricsOverride", deviceMetrics(options)),
        refuseLocalAddresses(context, page),
      ]);
      // A document in a new process has the medium of the session that is restored last, so all of them name it.
      if (prints)
        for (const one of [session, guard]) await one.send("Emulation.setEmulatedMedia", emulatedMedia(options));
      return { context, page, cdp: { session, mainFrameId: frameTree.frame.id } };
    })();
    try {
      if (await within(PREPARE_MS, work)) return await work;
      const message = `The browser gave no page within ${PREPARE_MS / 1000} s.`;
      throw new BrowserCrashedError(this.kind, "browser", message, {
        blame: this.#used.size > 0 ? "shared" : "nobody",
      });
    } catch (error) {
      // A browser that was killed meanwhile may never answer.
      if (context) await within(CLOSE_MS, context.close());
      if (this.#dead || !browser.isConnected()) throw this.#notBegun();
      throw error;
    }
  }
}

/** Whether the promise settled in time; a rejection counts as settled. */
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
