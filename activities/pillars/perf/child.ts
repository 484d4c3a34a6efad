// Entry point of the Lighthouse child: one browser and one Lighthouse for each run that the worker requests over the channel.
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import lighthouse, { desktopConfig, type Flags, generateReport } from "lighthouse";
import puppeteer, { type Browser, type LaunchOptions, type Page } from "puppeteer-core";
import { CHROMIUM_ARGS } from "../../../browsers/chromiumArgs.ts";
import { browserEnvironment } from "../../../browsers/environment.ts";
import { LOCAL_PATTERNS } from "../../../browsers/localAddresses.ts";
import { killGroup } from "../../../browsers/processes.ts";
import { launchSandboxed } from "../../../browsers/sandbox.ts";
import { judgeAddress, mayBeShown } from "../../../domain/net/pageAddress.ts";
import { redact } from "../../../domain/pillars/perf/redact.ts";
import { chromiumThroughProxy } from "../../../platform/net/browserOptions.ts";
import { enterSite } from "./enterSite.ts";
import { ADDRESS_REFUSED, type LabAnswer, type LabOrder, type LabRun, LHR_FILE, REPORT_FILE } from "./protocol.ts";

/** Maximum characters of a stored result; a page of a thousand requests has about two million. */
const MAX_CHARACTERS = 16_000_000;

/** Number of dialogs after which a page's dialog functions are replaced by ones that show nothing. */
const MAX_DIALOGS = 20;

let current: { browser?: Browser; folder: string } | undefined;

async function measure(run: LabRun): Promise<void> {
  current = { folder: run.folder };
  const browser = await launch(run);
  current.browser = browser;
  try {
    const page = await browser.newPage();
    browser.on("targetcreated", (target) => {
      if (target.type() !== "page" || target === page.target()) return;
      void target
        .page()
        .then((popup) => popup?.close())
        .catch(() => undefined);
    });
    silenceDialogs(page);
    const elsewhere = await staysOnTheWeb(page, run.url);
    if (run.access !== undefined) await enterSite(page, run.access);
    const flags: Flags = {
      onlyCategories: [run.category],
      disableFullPageScreenshot: true,
      logLevel: "silent",
      output: "json",
    };
    const result = await lighthouse(run.url, flags, run.formFactor === "desktop" ? desktopConfig : undefined, page);
    if (result === undefined) throw new Error("Lighthouse gave no result.");
    if (elsewhere() || !mayBeShown(result.lhr.finalDisplayedUrl, true)) throw refusal();
    const lhr = redact(result.lhr, run.access?.secrets);
    const json = JSON.stringify(lhr);
    if (json.length > MAX_CHARACTERS) throw Object.assign(new Error("The result is too large."), { code: "TOO_LARGE" });
    await writeFile(path.join(run.folder, LHR_FILE), json);
    if (lhr.runtimeError === undefined && run.category === "performance")
      await writeFile(path.join(run.folder, REPORT_FILE), generateReport(lhr, "html"));
  } finally {
    await end(browser);
    current = undefined;
  }
}

/**
 * Throws if the address is not a web address, and blocks navigation to any other; the returned function reports whether the page tried to
 * go there.
 */
async function staysOnTheWeb(page: Page, url: string): Promise<() => boolean> {
  if (judgeAddress(url).fault !== undefined) throw refusal();
  let left = false;
  page.on("framenavigated", (frame) => {
    if (!mayBeShown(frame.url(), frame === page.mainFrame())) left = true;
  });
  const session = await page.createCDPSession();
  session.on("Fetch.requestPaused", ({ requestId }) => {
    left = true;
    session.send("Fetch.failRequest", { requestId, errorReason: "AccessDenied" }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: LOCAL_PATTERNS });
  return () => left;
}

const refusal = (): Error => Object.assign(new Error("Not an http(s) address."), { code: ADDRESS_REFUSED });

/** Accepts dialogs, like Lighthouse does, and silences a page that opens them endlessly, because it would never come to rest. */
function silenceDialogs(page: Page): void {
  let dialogs = 0;
  page.on("dialog", (dialog) => {
    void dialog.accept().catch(() => undefined);
    dialogs += 1;
    if (dialogs % MAX_DIALOGS !== 0) return;
    const silence = (): void => {
      window.alert = () => undefined;
      window.confirm = () => false;
      window.prompt = () => null;
    };
    void page.evaluate(silence).catch(() => undefined);
  });
}

function launch(run: LabRun): Promise<Browser> {
  const proxied = run.proxyUrl === undefined ? undefined : chromiumThroughProxy({ url: run.proxyUrl });
  const { server, bypass } = proxied?.proxy ?? {};
  const options: LaunchOptions = {
    executablePath: run.executablePath,
    env: browserEnvironment(),
    headless: "shell",
    // Over a pipe, because a page or a neighbor could find an open port, and so that the browser ends with this process.
    pipe: true,
    userDataDir: path.join(run.folder, "profile"),
    defaultViewport: null,
    downloadBehavior: { policy: "deny" },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...CHROMIUM_ARGS,
      ...(proxied?.args ?? []),
      ...(server === undefined ? [] : [`--proxy-server=${server}`]),
      ...(bypass === undefined ? [] : [`--proxy-bypass-list=${bypass}`]),
    ],
  };
  const launchOne = (sandbox: boolean): Promise<Browser> =>
    puppeteer.launch(sandbox ? options : { ...options, args: [...(options.args ?? []), "--no-sandbox"] });
  return launchSandboxed(launchOne, { program: run.executablePath });
}

/** A browser that does not close immediately is killed with all of its processes. */
async function end(browser: Browser): Promise<void> {
  const pid = browser.process()?.pid;
  const closed = browser.close().catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([closed, new Promise((resolve) => (timer = setTimeout(resolve, 3_000)))]);
  clearTimeout(timer);
  if (pid !== undefined) killGroup(pid);
}

function answer(message: LabAnswer): void {
  process.send?.(message);
}

process.on("message", (order: LabOrder) => {
  measure(order.run).then(
    () => answer({ kind: "done" }),
    (error: unknown) => {
      const { code, message } = error as { code?: unknown; message?: unknown };
      // Protocol errors may quote data sent to the browser, so secrets are removed here too.
      const text = redact(String(message ?? error).slice(0, 1_000), order.run.access?.secrets);
      answer({ kind: "failed", code: typeof code === "string" ? code : "FAILED", message: text });
    },
  );
});

// The worker is gone, and with it the run: end the browser and remove the folder.
process.once("disconnect", () => {
  const pid = current?.browser?.process()?.pid;
  if (pid !== undefined) killGroup(pid);
  if (current !== undefined) rmSync(current.folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
});
