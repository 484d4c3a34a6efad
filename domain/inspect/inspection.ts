// One inspection of a page that a caller waits for: its request and its answer. All of it is plain data and bounded.
import type { Target } from "../functional/target.ts";
import type { BrowserName, Viewport } from "../visual/shot.ts";

/**
 * `reach`: does the page answer, and which browsers are there. `dom`: what is on it. `find`: where one thing is.
 * `targets`: how steps of functional tests reach what is on it. `scenario`: what a visual test of it needs; takes three visits.
 * `thumbnail`: a small picture of its first screen, kept as an artifact.
 */
export type InspectionOptions = {
  reach: Record<string, never>;
  /** `within`: CSS selector of the part to read; null: the whole page. `limit`: interactive elements listed. */
  dom: { within: string | null; limit: number };
  find: { text: string | null; role: string | null; selector: string | null; limit: number };
  /** `after`: sentences of steps that are done first, in a page of their own; the first of them opens one. */
  targets: { within: string | null; limit: number; after?: string[] };
  scenario: Record<string, never>;
  thumbnail: Record<string, never>;
};
export type InspectionKind = keyof InspectionOptions;

/** How long a look may take in all. Only waiting for a run may keep a caller longer. */
export const INSPECTION_MS: Record<InspectionKind, number> = {
  reach: 60_000,
  dom: 90_000,
  find: 90_000,
  targets: 90_000,
  scenario: 115_000,
  thumbnail: 60_000,
};

/** `url` is absolute. The access of the environment is opened by the activity alone. */
export type InspectionRequest<K extends InspectionKind = InspectionKind> = {
  projectId: string;
  environmentId: string | null;
  url: string;
  viewport: Viewport;
  what: K;
  wish: InspectionOptions[K];
};

/** CSS pixels of the document. */
export type Place = { x: number; y: number; width: number; height: number };

/** `selector` matched this element alone. One inside a shadow tree is found by Playwright, not by `querySelector`. */
export type Named = { role: string; name: string; selector: string };
export type SeenElement = Named & {
  visible: boolean;
  disabled?: boolean;
  /** Path of a link. */
  href?: string;
  inShadow?: boolean;
  /** Where others have its role and name, or it is the button of the only entry: what the row, list entry or card around it begins with. */
  row?: string;
  /** Texts of the choices of a list, 20 at most. */
  options?: string[];
};
export type SeenField = {
  label: string;
  type: string;
  selector: string;
  required: boolean;
  /** Texts of the choices of a list, 20 at most. */
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
  /** How many there are; the lists may be shorter. */
  totals: { landmarks: number; headings: number; forms: number; elements: number; hidden: number };
};

export type FoundElement = SeenElement & {
  tag: string;
  text: string;
  /** Further selectors that match it alone. */
  alternatives: string[];
  /** null: it takes up no room. */
  box: Place | null;
  /** 0 to 1: how well it fits what was asked for. */
  score: number;
};
export type FoundElements = {
  matches: FoundElement[];
  total: number;
  /** When nothing fits: names of what is there, to choose the nearest from. */
  names: string[];
  /** The selector asked for is not CSS. */
  invalidSelector: boolean;
};

export type ReachSeen = { browsers: Record<BrowserName, string | null> };

/** What changed by itself while the page was watched. Times in ms after it had loaded. */
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
  /** Part of the picture that its element takes up, 0 to 1. */
  area: number;
};
export type ScenarioSeen = {
  title: string;
  heading: { text: string; selector: string; inSource: boolean } | null;
  /** The page says how it wants to be shown on small screens. */
  responsive: boolean;
  /** null: there is no consent banner. `button` null: it has none that a selector reaches. */
  banner: { button: string | null; kind: "accept" | "reject"; label: string; container: string } | null;
  /** Parts whose content is somebody else's or moves by nature. */
  foreign: { selector: string; tag: string; host: string }[];
  mutations: Mutation[];
  watchedMs: number;
  /** null: the page could not be captured twice; `notCompared` says why. */
  differing: DifferingPart[] | null;
  notCompared: string | null;
  mismatchPercent: number | null;
  /** Remarks of the captures, such as a page that does not come to rest. */
  remarks: string[];
};

/** `target`: locators that match this element alone, the ways of people first. `count`: elements of its role and name. */
export type ReachedElement = SeenElement & { label: string | null; target: Target; count: number };
export type PageTargets = Omit<PageOutline, "elements"> & {
  elements: ReachedElement[];
  /** Texts that people can read, after steps. */
  texts?: SeenText[];
};

/** `alert` and `status`: what the page tells whoever uses it. 120 characters at most. */
export type SeenText = { text: string; kind: "alert" | "status" | "text" };

/** `dom` and `targets` null: nothing on the page matches `within`. */
export type InspectionData = {
  reach: ReachSeen;
  dom: PageOutline | null;
  find: FoundElements;
  targets: PageTargets | null;
  scenario: ScenarioSeen;
  /** Id of the artifact: a JPEG of the size of the viewport. */
  thumbnail: { pictureId: string };
};

export type PageInspection<K extends InspectionKind = InspectionKind> =
  | {
      state: "seen";
      /** Where redirects ended. */
      finalUrl: string;
      status: number;
      /** False: it was still loading when its time was over. */
      loaded: boolean;
      data: InspectionData[K];
    }
  | { state: "not_seen"; code: string; reason: string; browsers?: Record<BrowserName, string | null> };
