// What is gathered about the accessibility of one page: plain JSON, bounded in count and length.
import type { OpenBanner } from "../../consent/openBanner.ts";
import type { ViewportName } from "../../visual/shot.ts";
import type { Content } from "./content.ts";

/** The remark where a consent banner was open. */
export const WITH_BANNER =
  "The rules checked the page with the banner. Screenshots of elements behind it were taken without it. To audit the page after a choice, add the cookie that stores the choice to the environment's access (cookies).";

/** axe-core's impact of a violation. */
export const IMPACTS = ["critical", "serious", "moderate", "minor"] as const;
export type Impact = (typeof IMPACTS)[number];

/** A part of a rule that did not hold, as axe words it. `data` holds the numbers and short texts it rests on. */
export type AxeReason = { id: string; message: string; data: Record<string, string | number | boolean> };

/** An element that breaks a rule (`failed`), or that a person must look at (`unsure`). */
export type AxeNode = {
  kind: "failed" | "unsure";
  /**
   * Our own selector, without generated names; ` |> ` leads into a frame and ` >>> ` into a shadow tree. It is the
   * target of the finding.
   */
  target: string;
  /** axe's selector, often easier to read; not the same from build to build. */
  selector: string;
  html: string;
  impact: Impact | null;
  reasons: AxeReason[];
};

/** One rule at one width. The counts are of all elements; `nodes` are the first of them. */
export type AxeOutcome = { rule: string; passed: number; failed: number; unsure: number; nodes: AxeNode[] };

export type AxeRule = { help: string; description: string; helpUrl: string; tags: string[] };

/** A run of all rules at one width (CSS px). `framesLeftOut`: frames that gave no answer. */
export type AxeWidth = {
  viewport: ViewportName;
  width: number;
  outcomes: AxeOutcome[];
  frames: number;
  framesLeftOut: number;
};

/** Why a part of the audit could not be done: a sentence. */
export type NotMeasured = { state: "not_measured"; reason: string };

/** CSS px from the top left corner of the document. */
/** `rtl`: what it stands in is read from right to left. */
export type Place = { x: number; y: number; width: number; height: number; rtl?: true };

/** One element that the Tab key reached. */
export type FocusStop = {
  target: string;
  /** Its tag with its classes, by which it is the same one on another page; "" or absent: its target says it. */
  kind?: string;
  /** What a person calls it: `link "Basket"`. */
  name: string;
  /**
   * `style`: a computed style changes so that it can be seen. `pixels`: its picture does. `faint`: its picture does, by very
   * little. `caret`: nothing but the text cursor shows.
   */
  indicator: "style" | "pixels" | "faint" | "caret" | "none" | "unknown";
  /** False: it has no visible box although it holds the focus. */
  visible: boolean;
  /** Null where it does not scroll with the document: fixed and sticky parts, frames. */
  place: Place | null;
};

/** The cause of a finding about a stop: the same kind of element on another page has the same defect. */
export const causeOfKind = (kind: string | undefined): { cause?: string } => (kind ? { cause: kind } : {});

export type KeyboardWalk = {
  state: "walked";
  stops: FocusStop[];
  presses: number;
  /** `round`: back at the beginning. `dialog`: a dialog keeps the focus. `limit`: as many presses as are made. */
  end: "round" | "dialog" | "limit" | "trap";
  /**
   * Where the focus stays. `sure`: neither Tab, Shift+Tab nor Escape leads out. `members` are the targets of the loop. `way`:
   * the key that leads out as the page says; "" where a control in the loop explains it.
   */
  trap: { members: string[]; sure: boolean; way?: string } | null;
};

/** A text that a box cuts off, without a way to scroll to the rest. `px`: how much of it sticks out. */
export type CutText = {
  target: string;
  text: string;
  side: "right" | "left" | "below";
  px: number;
  /** It is cut off at the width of a desktop too. */
  always?: boolean;
};

/** The page at a width of 320 CSS px, which is 400 % zoom of 1280. */
export type Reflow = {
  state: "measured";
  /** Width of the view, and of what it shows. */
  viewWidth: number;
  contentWidth: number;
  /** False: the document is wider but hides what is beyond, so it does not scroll sideways. */
  scrolls: boolean;
  /** It scrolls, but nothing that can be seen lies beyond the edge. */
  invisible: boolean;
  /** The outermost elements beyond the edge. `exempt`: a table, picture or other part that needs two dimensions. */
  wide: { target: string; right: number; exempt: boolean }[];
  /** Boxes of their own whose running text must be scrolled sideways line by line. */
  scrollers: string[];
  cut: CutText[];
};

/** The page at 640 × 512 CSS px, which is 200 % zoom of 1280 × 1024. */
export type TextZoom = { state: "measured"; cut: CutText[] };

export type A11yData = {
  axeVersion: string;
  /** Rules of level AAA were asked for too. */
  level?: "AAA";
  /** Only of rules that a width has outcomes of. */
  rules: Record<string, AxeRule>;
  widths: AxeWidth[];
  keyboard: KeyboardWalk | NotMeasured;
  reflow: Reflow | NotMeasured;
  zoom: TextZoom | NotMeasured;
  /** Pages that were gathered before there were rules about it have none. */
  content?: Content | NotMeasured;
  /** Artifact ids of element pictures by `<rule> <target>`. */
  shots: Record<string, string>;
  /** What people should know of this page's audit, in sentences. */
  notes: string[];
  /** The consent banner that was open. */
  banner?: OpenBanner;
};
