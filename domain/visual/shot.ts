// What one shot is: the full instruction for capturing one scenario × viewport × browser (× selector × mode).

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
  /** Touch screen and a mobile user agent. */
  mobile: boolean;
};

/** The sizes a project has unless it overrides them. */
export const DEFAULT_VIEWPORTS: Record<ViewportName, Viewport> = {
  phone: { name: "phone", width: 375, height: 667, scale: 1, mobile: true },
  tablet: { name: "tablet", width: 768, height: 1024, scale: 1, mobile: false },
  desktop: { name: "desktop", width: 1440, height: 900, scale: 1, mobile: false },
};

export const COMPARISON_MODES = ["full", "layout_only", "ignore", "dynamic"] as const;
export type ComparisonMode = (typeof COMPARISON_MODES)[number];

/** A comparison rule as it stood when the run was planned. `scope`: of a rule for several scenarios (wideRules/scope.ts). */
export type ComparisonRule = { id: string; selector: string; mode: ComparisonMode; scope?: string };

/** `text`, `number`, `date`, `price`, `image`, or `fixed:<replacement>`. */
export const NORMALIZERS = ["text", "number", "date", "price", "image"] as const;
export type Normalizer = (typeof NORMALIZERS)[number] | `fixed:${string}`;

/** A content rule: the content is replaced in the page before the shot, so that both sides agree. */
export type ContentRule = { id: string; selector: string; normalize: Normalizer; scope?: string };

/** What takes an element out of the picture: `hide` leaves its place empty, `remove` closes it. */
export const PAGE_EFFECTS = ["hide", "remove"] as const;
export type PageEffect = (typeof PAGE_EFFECTS)[number];

/** A rule for several scenarios that hides or removes elements, as it stood when the run was planned. */
export type PageRule = { id: string; scope: string; selector: string; effect: PageEffect };

/** Names of the stabilisers that a scenario may switch off or on; the files in activities/capture/stabilisers/ bear the same names. */
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

/** Off unless a scenario asks: they change what the page computes. All others are on. */
export const STABILISERS_OFF_BY_DEFAULT: readonly StabiliserName[] = ["fixedClock", "fixedRandom"];

/** A step before the shot: a small closed set. Selectors are CSS. Times in ms. */
export type ShotStep =
  | { op: "click" | "hover" | "scroll"; selector: string }
  | { op: "fill"; selector: string; value: string }
  | { op: "press"; key: string; selector?: string }
  | { op: "wait"; ms: number }
  | { op: "waitFor"; selector: string; timeoutMs?: number };

/** How a protected site is entered. Decrypted only inside the capture activity; never logged. */
export type SiteAccess = {
  basicAuth?: { username: string; password: string };
  headers?: Record<string, string>;
  cookies?: { name: string; value: string; path?: string }[];
  /** Steps that sign in before the page is opened. */
  signIn?: { url: string; steps: ShotStep[] };
  /** A request that signs in, in place of steps. */
  signInCall?: SignInCall;
  /** Makes the one-time codes that `{totp}` in a step or a call stands for. */
  totp?: TotpSettings;
  /** Items of the environment's own origin. */
  localStorage?: Record<string, string>;
  sessionStorage?: Record<string, string>;
  /** What `{secret.X}` in steps of functional tests stands for; masked wherever it would be seen. */
  secrets?: Record<string, string>;
  /** What `{env.X}` stands for. */
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

/** Everything a capture needs except secrets (`SiteAccess` is resolved by the activity from the environment). */
export type ShotSpec = {
  runId: string;
  projectId: string;
  environmentId: string;
  /** Of a run at a preview address. */
  preview?: Preview;
  scenarioId: string;
  scenarioLabel: string;
  /** Absolute http(s) address. */
  url: string;
  /** null: the whole document. Otherwise a CSS selector whose first match is shot. */
  selector: string | null;
  viewport: Viewport;
  browser: BrowserName;
  /** What the browser asks the page for; its scale is in `viewport` already. Missing: nothing special. */
  mode?: Mode;
  /** ms to wait after the page is stable. */
  delay: number;
  /** It is taken when nothing is under way any more that the page has set going: timers, frames, fetches. Missing: when it is ready. */
  rest?: boolean;
  readySelector: string | null;
  hideSelectors: string[];
  removeSelectors: string[];
  steps: ShotStep[];
  /** Cookie/consent banner buttons that are clicked when they are there. */
  dismissSelectors: string[];
  stabilisers: Partial<Record<StabiliserName, boolean>>;
  /** ISO time for the `fixedClock` stabiliser. */
  fixedTime: string | null;
  comparisonRules: ComparisonRule[];
  contentRules: ContentRule[];
  /** Wide rules whose elements are among those hidden or removed; missing: none. */
  pageRules?: PageRule[];
  /** The wide rule that the tolerance comes from; missing: the scenario's own. */
  toleranceOf?: { id: string; scope: string };
  /** Percent of the pixels that may differ at a glance, BackstopJS' misMatchThreshold; 0: no tolerance, every change counts. */
  misMatchThreshold: number;
  /** What changed content does to a result that its pixels would let pass; null: the project has no policy. Older shots have none. */
  contentChanges?: ContentPolicy | null;
  /** CSS pixels; a longer page is cut there and says so. */
  maxHeight: number;
};

/** Nobody chose a tolerance. */
export const NO_TOLERANCE = 0;
export const DEFAULT_MAX_HEIGHT = 50_000;
