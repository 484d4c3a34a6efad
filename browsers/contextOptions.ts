// Options of a fresh browser context, chosen so that neither the machine nor the date shows in a screenshot.
import type { BrowserContextOptions } from "playwright";
import type { Mode, ModeOptions } from "../domain/visual/modes.ts";
import type { BrowserName } from "../domain/visual/shot.ts";

/** Everything that is fixed before a page is opened. Contains no secrets, because pages with equal options are prepared in advance. */
export type PageOptions = {
  width: number;
  height: number;
  scale: number;
  /** Whether to emulate a touch screen, a mobile layout and a phone's user agent. */
  mobile: boolean;
  reducedMotion: boolean;
  /** Whether animated images stay on their first frame. */
  stillImages: boolean;
  /** Script that runs in every document before the document's own scripts; "" for none. */
  initScript: string;
  /** Mode settings that the page emulates. */
  mode?: Pick<ModeOptions, "colorScheme" | "locale" | "timeZone" | "forcedColors" | "media">;
};

/**
 * Returns the options with the mode's settings applied; they override the page's own. The mode's scale is applied to the viewport: see
 * `viewportIn`.
 */
export function withMode(options: PageOptions, mode: Mode | undefined): PageOptions {
  if (mode === undefined) return options;
  const { name: _, scale: __, reducedMotion = options.reducedMotion, ...asked } = mode;
  return { ...options, reducedMotion, mode: asked };
}

export function contextOptions(kind: BrowserName, version: string, options: PageOptions): BrowserContextOptions {
  const { width, height, scale, mobile, reducedMotion, mode = {} } = options;
  return {
    viewport: { width, height },
    screen: { width, height },
    deviceScaleFactor: scale,
    locale: mode.locale ?? "en-US",
    timezoneId: mode.timeZone ?? "UTC",
    colorScheme: mode.colorScheme ?? "light",
    forcedColors: mode.forcedColors ? "active" : "none",
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    acceptDownloads: false,
    // A service worker that serves a page from its cache would make the second load differ from the first.
    serviceWorkers: "block",
    ignoreHTTPSErrors: false,
    hasTouch: mobile,
    // Firefox has no mobile emulation, so a phone is a narrow touch screen with a phone's user agent.
    ...(mobile && kind !== "firefox" ? { isMobile: true } : {}),
    ...(mobile ? { userAgent: phoneUserAgent(kind, version) } : {}),
  };
}

/** Returns the reduced user agent that Chrome, Firefox or Safari sends on a phone, with this browser's own version. */
function phoneUserAgent(kind: BrowserName, version: string): string {
  const major = version.split(".")[0] ?? "0";
  if (kind === "firefox") return `Mozilla/5.0 (Android 14; Mobile; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`;
  if (kind === "webkit")
    return `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}

/** Returns the device metrics that Playwright emulates for the same options. */
export function deviceMetrics({ width, height, scale, mobile }: PageOptions) {
  return {
    width,
    height,
    deviceScaleFactor: scale,
    mobile,
    screenWidth: width,
    screenHeight: height,
    positionX: 0,
    positionY: 0,
    screenOrientation:
      mobile && width > height
        ? ({ angle: 90, type: "landscapePrimary" } as const)
        : ({ angle: 0, type: mobile ? "portraitPrimary" : "landscapePrimary" } as const),
  };
}

/** Returns the emulated medium together with the media features of the context, because Chromium sets both in one call. */
export function emulatedMedia({ reducedMotion, mode = {} }: PageOptions) {
  return {
    media: mode.media ?? "",
    features: [
      { name: "prefers-color-scheme", value: mode.colorScheme ?? "light" },
      { name: "prefers-reduced-motion", value: reducedMotion ? "reduce" : "no-preference" },
      { name: "forced-colors", value: mode.forcedColors ? "active" : "none" },
    ],
  };
}
