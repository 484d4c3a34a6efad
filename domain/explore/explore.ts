// Input, observations and result of an exploration. All of it is plain, bounded data.
import type { CrawlRobots } from "../crawl/crawl.ts";

/** Which forms are submitted: all that look harmless, only those that query (GET), or none. */
export const FORM_CHOICES = ["safe", "get", "none"] as const;
export type FormChoice = (typeof FORM_CHOICES)[number];

/** `startPath`: path and query on the environment's origin. */
export type ExploreInput = {
  startPath: string;
  states: number;
  depth: number;
  actions: number;
  minutes: number;
  forms: FormChoice;
  pictures: boolean;
  /** Goal of a proposed journey; otherwise "". */
  goal: string;
  /** Whether to explore the site again even if a recent exploration is stored. */
  again: boolean;
};

/** State shared between the activities of an exploration. */
export type ExploreSetUp = {
  robots: CrawlRobots;
  /** The button of the consent banner that is clicked first; null if there is none. */
  consent: string | null;
  /** The exploration whose places are reused; null if this one explores the site itself. */
  of: string | null;
};

/** One entry of the page's accessibility tree. `region`: role of the surrounding landmark, or "". */
export type TreeEntry = { role: string; name: string; region: string; text: string };

export type SeenChoice = { text: string; value: string };
export type SeenInput = {
  role: string;
  name: string;
  /** The type of an input, otherwise the element's name. */
  type: string;
  required: boolean;
  min: string;
  max: string;
  maxLength: number;
  options: SeenChoice[];
};
export type SeenForm = {
  method: string;
  /** Absolute address. */
  action: string;
  /** Names and values of hidden fields, and the form's id, name and classes. */
  hints: string;
  /** Name of the submit button; "" without one. */
  submit: string;
  fields: SeenInput[];
  /** Contents because of which the form is left alone, whatever its words say. */
  holds: ("password" | "file" | "payment")[];
  region: string;
};
export type SeenControl = {
  role: string;
  name: string;
  /** Absolute address of a link to another page; otherwise "". */
  href: string;
  /** Whether it is a link to a part of this page. */
  anchor: boolean;
  /** The fragment of a link if no part of this page has it, so that a script handles it; otherwise "". */
  route: string;
  inForm: boolean;
  disabled: boolean;
  /** Ids, classes, test ids and values: words that people do not see. */
  hints: string;
};
/** `busy`: whether the page indicates that it is still loading. */
export type SeenPage = {
  title: string;
  forms: SeenForm[];
  controls: SeenControl[];
  scripted: boolean;
  busy: boolean;
};

/** One action on a page. `nth`: which of several with the same role and name, counted from 1; missing if it is the only one. */
export type Act =
  | { kind: "click"; role: string; name: string; nth?: number }
  | { kind: "form"; method: string; fields: Filling[]; submit: string };
export type Filling = { role: string; name: string; how: "fill" | "select" | "check"; value: string };

/** Something that was left alone, with the reason. */
export type LeftAlone = { what: string; why: string };

/** A control of a state, for use by proposals. `count`: number of elements with its role and name. */
export type KeptControl = {
  role: string;
  name: string;
  count: number;
  visible: boolean;
  href?: string;
  options?: string[];
};

/** The stored fields of a state. */
export type KeptState = {
  title: string;
  heading: string;
  /** For a screen that a script displayed instead of the opened page: its heading without numbers; otherwise "". */
  screen?: string;
  /** A library sentence that is true in this state and, if possible, not in the previous one; "" if there is none. */
  expectation: string;
  links: { name: string; to: string }[];
  controls: KeptControl[];
  leftAlone: LeftAlone[];
};

export type GraphState = {
  id: string;
  path: string;
  title: string;
  heading: string;
  /** Number of actions from the start. */
  depth: number;
  pictureId: string | null;
};
export type GraphEdge = { from: string; to: string; action: string };
export type Journey = {
  name: string;
  /** Number of states of the graph that the journey visits or that are one action away from it. */
  reach: number;
  /** Number of those that no earlier journey in the list reaches. */
  adds: number;
  states: string[];
  gherkin: string;
};
export type ExploreResult = {
  startPath: string;
  counts: {
    states: number;
    edges: number;
    /** Number of pages opened and actions performed. */
    tried: number;
    /** Number of submitted forms. */
    forms: number;
    leftAlone: number;
    failed: number;
    disallowed: number;
    /** Number of known places not tried because a limit was reached. */
    notTried: number;
  };
  states: GraphState[];
  edges: GraphEdge[];
  journeys: Journey[];
  leftAlone: (LeftAlone & { path: string })[];
  failed: { path: string; action: string; reason: string }[];
  warnings: string[];
};
