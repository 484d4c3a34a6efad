// Launches a browser with the switches that make its screenshots repeatable.
import { type Browser, chromium, firefox, type LaunchOptions, webkit } from "playwright";
import type { BrowserName } from "../domain/visual/shot.ts";
import { chromiumThroughProxy, firefoxThroughProxy, type ProxiedLaunch } from "../platform/net/browserOptions.ts";
import { CHROMIUM_ARGS } from "./chromiumArgs.ts";
import { browserEnvironment } from "./environment.ts";
import { BrowserCrashedError } from "./errors.ts";
import { type FoundBrowser, findBrowser } from "./find.ts";
import { limitMessagesOf } from "./messageLimit.ts";
import { yieldToService } from "./priority.ts";
import { killWhenWorkerEnds, leadersBelow } from "./processes.ts";
import { launchSandboxed } from "./sandbox.ts";

/** Traits that apply to the whole browser and cannot differ per context. */
export type BrowserTraits = {
  /** GIF, APNG, animated WebP and AVIF stay on their first frame. */
  stillImages: boolean;
  /** Only for Firefox over BiDi, which cannot emulate it per context. */
  reducedMotion: boolean;
  /** Prefers dark colors. Only for Firefox over BiDi, for the same reason. */
  dark?: boolean;
  /** Chromium only: pages see a touch pointer instead of a mouse. */
  touch: boolean;
};

export type LaunchedBrowser = {
  browser: Browser;
  found: FoundBrowser;
  /** Leader of the browser's process group; undefined if the system does not report it. */
  pid: number | undefined;
  unwatch: () => void;
};

export type LaunchSettings = {
  proxyUrl?: string;
  executablePath?: string;
  /** Whether this process runs as root. Read from the system by default. */
  root?: boolean;
  /** Called with the reason if Chromium starts without its sandbox. */
  onMissingSandbox?: (because: string) => void;
};

/** A cold Firefox took 4.6 s on two busy cores, a Chromium 0.1 to 0.5 s. */
const LAUNCH_TIMEOUT_MS = 60_000;

const REPEATABLE_ARGS = [
  // Places glyphs on whole pixels on every machine, without the desktop's hinting and color fringes.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  // Otherwise a raster may reuse half of an older tile, or show a page before its large images are decoded.
  "--disable-partial-raster",
  "--disable-checker-imaging",
];

/**
 * Blink's own settings; a second switch of this name would replace Playwright's. Pointer 2 is coarse, 4 fine; hover 1 is
 * none, 2 hover. A page's touch emulation ends during its first full-page screenshot (checked in Chromium 156), which would
 * lose `pointer: coarse` rules, so phones use a separate browser that starts with touch.
 * ImageAnimationPolicy: 0 plays, 1 plays once, 2 shows the first frame. mainFrameClipsContent is needed for screenshots beyond the
 * viewport: setting it permanently saves the two layouts that captureBeyondViewport of Page.captureScreenshot costs per
 * frame, for the same bytes (a second frame of 768×3148: 200 ms of processor time instead of 380).
 */
function blinkSettings({ touch, stillImages }: BrowserTraits): string {
  const [pointer, hover] = touch ? [2, 1] : [4, 2];
  const pointing = `primaryHoverType=${hover},availableHoverTypes=${hover},primaryPointerType=${pointer},availablePointerTypes=${pointer}`;
  return `--blink-settings=mainFrameClipsContent=false,${pointing}${stillImages ? ",imageAnimationPolicy=2" : ""}`;
}

type Preferences = Record<string, string | number | boolean>;

const FIREFOX_PREFS: Preferences = {
  "browser.tabs.remote.autostart": true,
  "gfx.color_management.mode": 0,
  "layout.spellcheckDefault": 0,
  "toolkit.cosmeticAnimations.enabled": false,
  // Scrollbars otherwise take 12 px of the page's width, in media queries too.
  "ui.useOverlayScrollbars": 1,
};

let launching: Promise<unknown> = Promise.resolve();

/** Launches one browser at a time in this process, so that the new child process is known to be the browser. */
export function launchBrowser(
  kind: BrowserName,
  traits: BrowserTraits,
  options: LaunchSettings,
): Promise<LaunchedBrowser> {
  const launched = launching.then(() => launchNow(kind, traits, options));
  launching = launched.catch(() => undefined);
  return launched;
}

async function launchNow(kind: BrowserName, traits: BrowserTraits, options: LaunchSettings): Promise<LaunchedBrowser> {
  const found = findBrowser(kind, options.executablePath);
  const before = leadersBelow(process.pid);
  let browser: Browser;
  try {
    const settings = launchOptions(kind, found, traits, options.proxyUrl);
    browser =
      kind === "chromium"
        ? await launchSandboxed((chromiumSandbox) => chromium.launch({ ...settings, chromiumSandbox }), {
            program: found.executablePath ?? found.product,
            root: options.root,
            onMissing: options.onMissingSandbox,
          })
        : await { firefox, webkit }[kind].launch(settings);
  } catch (error) {
    // Playwright appends the whole call log; the first line says what happened.
    const line = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
    throw new BrowserCrashedError(kind, "browser", `The browser (${found.product}) did not start: ${line}`);
  }
  if (kind === "chromium") limitMessagesOf(browser);
  const pid = [...leadersBelow(process.pid)].find((child) => !before.has(child));
  if (pid !== undefined) yieldToService(pid);
  const watched = kind !== "chromium" && pid !== undefined;
  return { browser, found, pid, unwatch: watched ? killWhenWorkerEnds(pid) : () => undefined };
}

function launchOptions(
  kind: BrowserName,
  found: FoundBrowser,
  traits: BrowserTraits,
  proxyUrl: string | undefined,
): LaunchOptions {
  const base: LaunchOptions = {
    headless: true,
    env: browserEnvironment(),
    timeout: LAUNCH_TIMEOUT_MS,
    executablePath: found.executablePath,
    channel: found.channel,
    // The worker stops its browsers itself, after it has released its work.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
  const proxied = throughProxy(kind, proxyUrl);
  const proxy = proxied === undefined ? undefined : proxied.proxy;
  if (kind === "chromium") {
    const args = [...CHROMIUM_ARGS, ...REPEATABLE_ARGS, blinkSettings(traits), ...(proxied?.args ?? [])];
    return { ...base, proxy, args };
  }
  if (kind === "webkit") return { ...base, proxy };
  const prefs = { ...FIREFOX_PREFS, ...proxied?.firefoxUserPrefs };
  const still: Preferences = traits.stillImages ? { "image.animation_mode": "none" } : {};
  return {
    ...base,
    proxy,
    firefoxUserPrefs: {
      ...prefs,
      ...still,
      "ui.prefersReducedMotion": traits.reducedMotion ? 1 : 0,
      // 0: dark, 1: light.
      "layout.css.prefers-color-scheme.content-override": traits.dark ? 0 : 1,
    },
  };
}

function throughProxy(kind: BrowserName, proxyUrl: string | undefined): ProxiedLaunch | undefined {
  if (proxyUrl === undefined) return undefined;
  if (kind === "firefox") return firefoxThroughProxy({ url: proxyUrl });
  return kind === "chromium" ? chromiumThroughProxy({ url: proxyUrl }) : { proxy: { server: proxyUrl }, args: [] };
}
