// Request and result of a page inspection that a caller waits for. Plain data of limited size.
import type { Target } from "../functional/target.ts";
import type { BrowserName, Viewport } from "../visual/shot.ts";

/**
 * `reach`: whether the page answers, and which browsers are available. `dom`: the content of the page. `find`: where an element is.
 * `targets`: how steps of functional tests address the elements. `scenario`: what a visual test of the page needs; takes three visits.
 * `thumbnail`: a small screenshot of the first screen, stored as an artifact.
 */
export type InspectionOptions = {
  reach: Record<string, never>;
  /** `within`: CSS selector of the part to read; null for the whole page. `limit`: maximum number of interactive elements listed. */
  dom: { within: string | null; limit: number };
  find: { text: string | null; role: string | null; selector: string | null; limit: number };
  /** `after`: sentences of steps that are executed first on a separate page; the first step opens it. */
  targets: { within: string | null; limit: number; after?: string[] };
  scenario: Record<string, never>;
  thumbnail: Record<string, never>;
};
export type InspectionKind = keyof InspectionOptions;

/** Maximum total duration of an inspection. Only waiting for a run may take a caller longer. */
export const INSPECTION_MS: Record<InspectionKind, number> = {
  reach: 60_000,
  dom: 90_000,
  find: 90_000,
  targets: 90_000,
  scenario: 115_000,
  thumbnail: 60_000,
};

/** `url` is absolute. Only the activity decrypts the credentials of the environment. */
export type InspectionRequest<K extends InspectionKind = InspectionKind> = {
  projectId: string;
  environmentId: string | null;
  url: string;
  viewport: Viewport;
  what: K;
  wish: InspectionOptions[K];
};

/** Position and size in CSS pixels of the document. */
export type Place = { x: number; y: number; width: number; height: number };

/** `selector` matched only this element. An element in a shadow tree is found by Playwright, but not by `querySelector`. */
export type Named = { role: string; name: string; selector: string };
export type SeenElement = Named & {
  visible: boolean;
  disabled?: boolean;
  href?: string;
  inShadow?: boolean;
  /**
   * The beginning of the row, list entry or card around the element. Set if other elements have the same role and name, or if the element
   * is the button of the only entry.
   */
  row?: string;
  /** Texts of the options of a list, at most 20. */
  options?: string[];
};
export type SeenField = {
  label: string;
  type: string;
  selector: string;
  required: boolean;
  /** Texts of the options of a list, at most 20. */
  options?: string[];
};
export type SeenForm = {
  name: string;
  selector: string;
  method: string;
  action: string;
  fields: SeenField[];
  submit: string | null;
};

export type PageOutline = {
  title: string;
  lang: string;
  landmarks: Named[];
  headings: { level: number; text: string; selector: string }[];
  forms: SeenForm[];
  elements: SeenElement[];
  /** Total numbers; the lists may be shorter. */
  totals: { landmarks: number; headings: number; forms: number; elements: number; hidden: number };
};

export type FoundElement = SeenElement & {
  tag: string;
  text: string;
  /** Other selectors that match only this element. */
  alternatives: string[];
  /** null if the element takes up no space. */
  box: Place | null;
  /** How well the element matches the request, 0 to 1. */
  score: number;
};
export type FoundElements = {
  matches: FoundElement[];
  total: number;
  /** Names of existing elements to choose the nearest from; set if nothing matches. */
  names: string[];
  /** Whether the requested selector is not valid CSS. */
  invalidSelector: boolean;
};

export type ReachSeen = { browsers: Record<BrowserName, string | null> };

/** A change without user action while the page was watched. Times are in ms after it had loaded. */
export type Mutation = {
  selector: string;
  count: number;
  firstMs: number;
  lastMs: number;
  kind: "text" | "content" | "attributes";
  sample: string;
};
/** A part that differed between two captures, in the words of the comparison. */
export type DifferingPart = {
  selector: string;
  kind: string;
  evidence: string;
  /** Share of the screenshot that the element covers, 0 to 1. */
  area: number;
};
export type ScenarioSeen = {
  title: string;
  heading: { text: string; selector: string; inSource: boolean } | null;
  /** Whether the page declares how to show it on small screens. */
  responsive: boolean;
  /** null if there is no consent banner. `button` is null if no selector reaches any of its buttons. */
  banner: { button: string | null; kind: "accept" | "reject"; label: string; container: string } | null;
  /** Parts with third-party content, or content that moves by nature. */
  foreign: { selector: string; tag: string; host: string }[];
  mutations: Mutation[];
  watchedMs: number;
  /** null if the page could not be captured twice; `notCompared` contains the reason. */
  differing: DifferingPart[] | null;
  notCompared: string | null;
  mismatchPercent: number | null;
  /** Remarks of the captures, for example about a page that does not settle. */
  remarks: string[];
};

/** `target`: locators that match only this element, user-facing ones first. `count`: number of elements with its role and name. */
export type ReachedElement = SeenElement & { label: string | null; target: Target; count: number };
export type PageTargets = Omit<PageOutline, "elements"> & {
  elements: ReachedElement[];
  /** Texts that people can read, after the steps. */
  texts?: SeenText[];
};

/** `alert` and `status`: messages of the page to its users. At most 120 characters. */
export type SeenText = { text: string; kind: "alert" | "status" | "text" };

/** `dom` and `targets` are null if nothing on the page matches `within`. */
export type InspectionData = {
  reach: ReachSeen;
  dom: PageOutline | null;
  find: FoundElements;
  targets: PageTargets | null;
  scenario: ScenarioSeen;
  /** Artifact id of a JPEG with the size of the viewport. */
  thumbnail: { pictureId: string };
};

export type PageInspection<K extends InspectionKind = InspectionKind> =
  | {
      state: "seen";
      /** URL after redirects. */
      finalUrl: string;
      status: number;
      /** Whether the page finished loading in time. */
      loaded: boolean;
      data: InspectionData[K];
    }
  | { state: "not_seen"; code: string; reason: string; browsers?: Record<BrowserName, string | null> };
