// The full instruction for capturing one shot: one scenario × viewport × browser (× selector × mode).

import type { Preview } from "../net/preview.ts";
import type { SignInCall, TotpSettings } from "../signIn/call.ts";
import { BROWSERS, type BrowserName } from "../words/browsers.ts";
import type { ContentPolicy } from "./compare/judgement.ts";
import type { Mode } from "./modes.ts";

export { BROWSERS, type BrowserName };

/** Viewport values of the contract (part 2.4). */
export const VIEWPORT_NAMES = ["phone", "tablet", "desktop"] as const;
export type ViewportName = (typeof VIEWPORT_NAMES)[number];

/** Sizes in CSS pixels; `scale` is the device pixel ratio. */
export type Viewport = {
  name: ViewportName;
  width: number;
  height: number;
  scale: number;
  /** Touch screen and mobile user agent. */
  mobile: boolean;
};

/** Viewport sizes of a project unless it overrides them. */
export const DEFAULT_VIEWPORTS: Record<ViewportName, Viewport> = {
  phone: { name: "phone", width: 375, height: 667, scale: 1, mobile: true },
  tablet: { name: "tablet", width: 768, height: 1024, scale: 1, mobile: false },
  desktop: { name: "desktop", width: 1440, height: 900, scale: 1, mobile: false },
};

export const COMPARISON_MODES = ["full", "layout_only", "ignore", "dynamic"] as const;
export type ComparisonMode = (typeof COMPARISON_MODES)[number];

/** A comparison rule as it was when the run was planned. `scope`: for a rule for several scenarios (wideRules/scope.ts). */
export type ComparisonRule = { id: string; selector: string; mode: ComparisonMode; scope?: string };

/** `text`, `number`, `date`, `price`, `image`, or `fixed:<replacement>`. */
export const NORMALIZERS = ["text", "number", "date", "price", "image"] as const;
export type Normalizer = (typeof NORMALIZERS)[number] | `fixed:${string}`;

/** A content rule: content is replaced in the page before the capture, so that both sides agree. */
export type ContentRule = { id: string; selector: string; normalize: Normalizer; scope?: string };

/** How an element is taken out of the screenshot: `hide` leaves its place empty, `remove` closes it. */
export const PAGE_EFFECTS = ["hide", "remove"] as const;
export type PageEffect = (typeof PAGE_EFFECTS)[number];

/** A rule for several scenarios that hides or removes elements, as it was when the run was planned. */
export type PageRule = { id: string; scope: string; selector: string; effect: PageEffect };

/** Names of the stabilisers that a scenario can switch on or off; the files in activities/capture/stabilisers/ have the same names. */
export const STABILISERS = [
  "fonts",
  "images",
  "lazy",
  "animations",
  "media",
  "caret",
  "sticky",
  "reducedMotion",
  "fixedClock",
  "fixedRandom",
  "busy",
  "networkQuiet",
] as const;
export type StabiliserName = (typeof STABILISERS)[number];

/** Off by default because they change what the page computes. All others are on. */
export const STABILISERS_OFF_BY_DEFAULT: readonly StabiliserName[] = ["fixedClock", "fixedRandom"];

/** A step before the capture. The set is small and closed. Selectors are CSS. Times in ms. */
export type ShotStep =
  | { op: "click" | "hover" | "scroll"; selector: string }
  | { op: "fill"; selector: string; value: string }
  | { op: "press"; key: string; selector?: string }
  | { op: "wait"; ms: number }
  | { op: "waitFor"; selector: string; timeoutMs?: number };

/** Credentials for entering a protected site. Decrypted only inside the capture activity; never logged. */
export type SiteAccess = {
  basicAuth?: { username: string; password: string };
  headers?: Record<string, string>;
  cookies?: { name: string; value: string; path?: string }[];
  /** Steps that sign in before the page is opened. */
  signIn?: { url: string; steps: ShotStep[] };
  /** A request that signs in, instead of steps. */
  signInCall?: SignInCall;
  /** Generates the one-time codes that replace `{totp}` in a step or a call. */
  totp?: TotpSettings;
  /** Items for the environment's own origin. */
  localStorage?: Record<string, string>;
  sessionStorage?: Record<string, string>;
  /** Values for `{secret.X}` in steps of functional tests; masked wherever they would be visible. */
  secrets?: Record<string, string>;
  /** Values for `{env.X}`. */
  variables?: Record<string, string>;
};

export const ACCESS_KINDS = [
  "basicAuth",
  "headers",
  "cookies",
  "signIn",
  "signInCall",
  "totp",
  "localStorage",
  "sessionStorage",
  "secrets",
  "variables",
] as const satisfies readonly (keyof SiteAccess)[];

/** Everything a capture needs except secrets (the activity resolves `SiteAccess` from the environment). */
export type ShotSpec = {
  runId: string;
  projectId: string;
  environmentId: string;
  /** Set for a run at a preview address. */
  preview?: Preview;
  scenarioId: string;
  scenarioLabel: string;
  /** Absolute http(s) address. */
  url: string;
  /** null: the whole document. Otherwise a CSS selector whose first match is captured. */
  selector: string | null;
  viewport: Viewport;
  browser: BrowserName;
  /** Browser settings with which the page is requested; the scale is already part of `viewport`. Missing: none. */
  mode?: Mode;
  /** ms to wait after the page is stable. */
  delay: number;
  /** Whether to capture once nothing that the page started is pending: timers, frames, fetches. Missing: capture as soon as the page is ready. */
  rest?: boolean;
  readySelector: string | null;
  hideSelectors: string[];
  removeSelectors: string[];
  steps: ShotStep[];
  /** Cookie/consent banner buttons that are clicked if present. */
  dismissSelectors: string[];
  stabilisers: Partial<Record<StabiliserName, boolean>>;
  /** ISO time for the `fixedClock` stabiliser. */
  fixedTime: string | null;
  comparisonRules: ComparisonRule[];
  contentRules: ContentRule[];
  /** Wide rules whose elements are among those hidden or removed; missing if there are none. */
  pageRules?: PageRule[];
  /** The wide rule that sets the tolerance; missing if it is the scenario's own. */
  toleranceOf?: { id: string; scope: string };
  /** Percent of the pixels that may differ visibly, like BackstopJS' misMatchThreshold; 0: no tolerance, every change counts. */
  misMatchThreshold: number;
  /** What to do if content changed but the pixels match; null: the project has no policy. Missing in older shots. */
  contentChanges?: ContentPolicy | null;
  /** CSS pixels; a longer page is cut there, with a note. */
  maxHeight: number;
};

/** Value if no tolerance was chosen. */
export const NO_TOLERANCE = 0;
export const DEFAULT_MAX_HEIGHT = 50_000;
