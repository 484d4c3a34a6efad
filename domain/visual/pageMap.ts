// Lightweight map of a page, recorded with a screenshot: which visible element is where.

/** Box in CSS pixels of the screenshot (origin: its top left corner). */
export type Box = { x: number; y: number; width: number; height: number };

/** One visible element. `parent` is the index of its nearest recorded ancestor, or -1. */
export type MapElement = {
  parent: number;
  tag: string;
  id: string;
  classes: string[];
  /**
   * Only attributes used by selectors and names: role, name, type, href (path only), data-testid, aria-label, alt, title, placeholder, and
   * value of button-like fields; values are cut at 120 characters.
   */
  attrs: Record<string, string>;
  /** A short CSS selector that matched only this element when it was captured. */
  selector: string;
  role: string;
  /** Short hash of the element's own text (direct text nodes, white space collapsed); "" if it has none. */
  textHash: string;
  /** First 60 characters of the own text, for use in sentences. */
  text: string;
  box: Box;
  /**
   * Computed styles: color, backgroundColor, fontFamily, fontSize, fontWeight, borderColor, opacity; since version 2 also fontStyle,
   * letterSpacing, lineHeight, direction, columnCount, overflow, boxShadow, textDecoration, borderWidth, borderRadius. Styles in the map's
   * `defaults` are recorded only if they differ from the default.
   */
  styles: Record<string, string>;
  /** Image source path for img elements and background images; "" otherwise. */
  image: string;
  /** Since version 2, for form fields: a hash of the value, the placeholder and the state; "" if empty. Never recorded for passwords. */
  value?: string;
  /** Since version 2, for img elements: whether there is nothing to draw. */
  broken?: boolean;
  /** Since version 2: set if the element is in a shadow tree, or in a frame of the same site. Older maps do not include these elements. */
  inside?: "shadow" | "frame";
};

export type PageMap = {
  v: 1 | 2;
  /** Size of the screenshot in CSS pixels. */
  width: number;
  height: number;
  title: string;
  elements: MapElement[];
  /** Whether more elements than the limit were visible; the map then has the first ones in document order. */
  cut: boolean;
  /** Boxes of every element that a comparison rule's selector matched during the capture, by rule id. */
  ruleBoxes: Record<string, Box[]>;
  /** Styles of elements that do not specify another value; maps of earlier versions record none of them. */
  defaults?: Record<string, string>;
};

/** Maximum number of recorded elements. */
export const PAGE_MAP_LIMIT = 5_000;
