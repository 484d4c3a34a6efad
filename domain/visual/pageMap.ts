// The light map of a page recorded beside a shot: which visible element is where.

/** Box in the picture's own CSS pixels (origin: the top left corner of the picture). */
export type Box = { x: number; y: number; width: number; height: number };

/** One visible element. `parent` is the index of its nearest recorded ancestor, -1 for none. */
export type MapElement = {
  parent: number;
  tag: string;
  id: string;
  classes: string[];
  /**
   * Only attributes that selectors and names use: role, name, type, href (path only), data-testid, aria-label, alt, title, placeholder,
   * and value of fields that are buttons; values cut at 120 characters.
   */
  attrs: Record<string, string>;
  /** A short CSS selector that matched this element alone when it was captured. */
  selector: string;
  role: string;
  /** Short hash of the element's own text (direct text nodes, white space folded); "" for none. */
  textHash: string;
  /** First 60 characters of the own text, for sentences. */
  text: string;
  box: Box;
  /**
   * As computed: color, backgroundColor, fontFamily, fontSize, fontWeight, borderColor, opacity; since version 2 fontStyle, letterSpacing,
   * lineHeight, direction, columnCount, overflow, boxShadow, textDecoration, borderWidth, borderRadius as well. Those of
   * `defaults` of the map only where they are another.
   */
  styles: Record<string, string>;
  /** Image source path for img elements and background images; "" otherwise. */
  image: string;
  /** Since version 2, of form fields: a hash of the value, the placeholder and the state; "" for an empty one. Never of passwords. */
  value?: string;
  /** Since version 2, of img elements: there is nothing to draw. */
  broken?: boolean;
  /** Since version 2: the element is in a shadow tree, or in a frame of the same site. Older maps do not know of these. */
  inside?: "shadow" | "frame";
};

export type PageMap = {
  v: 1 | 2;
  /** Size of the picture in CSS pixels. */
  width: number;
  height: number;
  title: string;
  elements: MapElement[];
  /** More elements than the limit were visible; the map holds the first ones in document order. */
  cut: boolean;
  /** Boxes of every element that a comparison rule's selector matched at the time of capture, by rule id. */
  ruleBoxes: Record<string, Box[]>;
  /** Styles that an element has where it does not say otherwise; maps of earlier versions record none of them. */
  defaults?: Record<string, string>;
};

/** Elements recorded at most. */
export const PAGE_MAP_LIMIT = 5_000;
