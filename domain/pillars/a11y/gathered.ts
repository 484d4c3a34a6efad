// Data gathered about the accessibility of one page: plain JSON, limited in count and length.
import type { OpenBanner } from "../../consent/openBanner.ts";
import type { ViewportName } from "../../visual/shot.ts";
import type { Content } from "./content.ts";

/** Remark on results that were measured while a consent banner was open. */
export const WITH_BANNER =
  "The rules checked the page with the banner. Screenshots of elements behind it were taken without it. To audit the page after a choice, add the cookie that stores the choice to the environment's access (cookies).";

/** Impact of a violation as reported by axe-core. */
export const IMPACTS = ["critical", "serious", "moderate", "minor"] as const;
export type Impact = (typeof IMPACTS)[number];

/** A failed condition of a rule in axe's words. `data` holds the numbers and short texts it is based on. */
export type AxeReason = { id: string; message: string; data: Record<string, string | number | boolean> };

/** An element that breaks a rule (`failed`) or needs a manual check (`unsure`). */
export type AxeNode = {
  kind: "failed" | "unsure";
  /** Plumbline's selector without generated names, used as the target of the finding. ` |> ` enters a frame, ` >>> ` a shadow tree. */
  target: string;
  /** axe's selector: often easier to read, but may change from build to build. */
  selector: string;
  html: string;
  impact: Impact | null;
  reasons: AxeReason[];
};

/** Outcome of one rule at one width. The counts cover all elements; `nodes` holds the first of them. */
export type AxeOutcome = { rule: string; passed: number; failed: number; unsure: number; nodes: AxeNode[] };

export type AxeRule = { help: string; description: string; helpUrl: string; tags: string[] };

/** A run of all rules at one width (CSS px). `framesLeftOut`: number of frames that did not respond. */
export type AxeWidth = {
  viewport: ViewportName;
  width: number;
  outcomes: AxeOutcome[];
  frames: number;
  framesLeftOut: number;
};

/** `reason`: one sentence on why a part of the audit could not be measured. */
export type NotMeasured = { state: "not_measured"; reason: string };

/** Position in CSS px from the top left corner of the document. */
/** `rtl`: set if its context is read from right to left. */
export type Place = { x: number; y: number; width: number; height: number; rtl?: true };

/** An element that the Tab key reached. */
export type FocusStop = {
  target: string;
  /** Tag and classes, which identify the same element on other pages. If empty or missing, the target identifies it. */
  kind?: string;
  /** Role and name: `link "Basket"`. */
  name: string;
  /**
   * `style`: a computed style changes visibly. `pixels`: the screenshot changes visibly. `faint`: the screenshot changes slightly.
   * `caret`: only the
   * text cursor shows the focus.
   */
  indicator: "style" | "pixels" | "faint" | "caret" | "none" | "unknown";
  /** False if the element has the focus but no visible box. */
  visible: boolean;
  /** Null if it does not scroll with the document: fixed and sticky elements, frames. */
  place: Place | null;
};

/** Returns the cause of a finding about a stop. The same kind of element on other pages has the same defect. */
export const causeOfKind = (kind: string | undefined): { cause?: string } => (kind ? { cause: kind } : {});

export type KeyboardWalk = {
  state: "walked";
  stops: FocusStop[];
  presses: number;
  /** `round`: the focus returned to the start. `dialog`: a dialog keeps the focus. `limit`: the maximum number of presses was reached. */
  end: "round" | "dialog" | "limit" | "trap";
  /**
   * Where the focus is trapped. `sure`: neither Tab, Shift+Tab nor Escape leads out. `members`: targets of the loop. `way`: the key that
   * leads
   * out according to the page; "" if a control in the loop explains the way out.
   */
  trap: { members: string[]; sure: boolean; way?: string } | null;
};

/** A text that is cut off by a box that cannot be scrolled. `px`: how much is cut off. */
export type CutText = {
  target: string;
  text: string;
  side: "right" | "left" | "below";
  px: number;
  /** Set if it is also cut off at desktop width. */
  always?: boolean;
};

/** The page at a width of 320 CSS px, which corresponds to 400 % zoom of 1280 px. */
export type Reflow = {
  state: "measured";
  /** Width of the viewport and of its content. */
  viewWidth: number;
  contentWidth: number;
  /** False if the document is wider but hides the overflow, so it does not scroll sideways. */
  scrolls: boolean;
  /** Whether it scrolls sideways without any visible content beyond the edge. */
  invisible: boolean;
  /** Outermost elements beyond the edge. `exempt`: whether it is a table, image or other part that needs two dimensions. */
  wide: { target: string; right: number; exempt: boolean }[];
  /** Boxes whose text must be scrolled sideways line by line. */
  scrollers: string[];
  cut: CutText[];
};

/** The page at 640 × 512 CSS px, which corresponds to 200 % zoom of 1280 × 1024. */
export type TextZoom = { state: "measured"; cut: CutText[] };

export type A11yData = {
  axeVersion: string;
  /** Set if level AAA was requested. */
  level?: "AAA";
  /** Only rules with outcomes at some width. */
  rules: Record<string, AxeRule>;
  widths: AxeWidth[];
  keyboard: KeyboardWalk | NotMeasured;
  reflow: Reflow | NotMeasured;
  zoom: TextZoom | NotMeasured;
  /** Missing in data that was gathered before the content rules existed. */
  content?: Content | NotMeasured;
  /** Artifact ids of element screenshots by `<rule> <target>`. */
  shots: Record<string, string>;
  /** Notes for people about the audit of this page, one sentence each. */
  notes: string[];
  banner?: OpenBanner;
};
