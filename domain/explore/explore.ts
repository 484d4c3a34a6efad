// What an exploration is asked for, what it sees, and what it answers. All of it is plain data and bounded.
import type { CrawlRobots } from "../crawl/crawl.ts";

/** Which forms are sent: all that look harmless, those that only ask (GET), or none. */
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
  /** Of a proposed journey; "" otherwise. */
  goal: string;
  /** Look at the site again, even where a fresh exploration is stored. */
  again: boolean;
};

/** What the activities of an exploration keep for each other. */
export type ExploreSetUp = {
  robots: CrawlRobots;
  /** The button of the consent banner that is clicked first; null: there is none. */
  consent: string | null;
  /** The exploration whose places are used in place of looking again; null: this one looks. */
  of: string | null;
};

/** One entry of the page's accessibility tree. `region`: role of the landmark around it, "" outside of all. */
export type TreeEntry = { role: string; name: string; region: string; text: string };

export type SeenChoice = { text: string; value: string };
export type SeenInput = {
  role: string;
  name: string;
  /** Of an input its type, else the element's name. */
  type: string;
  required: boolean;
  min: string;
  max: string;
  maxLength: number;
  options: SeenChoice[];
};
export type SeenForm = {
  method: string;
  /** Absolute. */
  action: string;
  /** Names and values of hidden fields, the form's id, name and classes. */
  hints: string;
  /** Of the button that sends it; "" without one. */
  submit: string;
  fields: SeenInput[];
  /** What makes it one to leave alone whatever its words say. */
  holds: ("password" | "file" | "payment")[];
  region: string;
};
export type SeenControl = {
  role: string;
  name: string;
  /** Absolute address of a link to another page; "" otherwise. */
  href: string;
  /** A link to a part of this page. */
  anchor: boolean;
  /** Of a link to a fragment that no part of this page has, so that a script answers it: the fragment; "" otherwise. */
  route: string;
  inForm: boolean;
  disabled: boolean;
  /** Ids, classes, test ids and values: words that people do not see. */
  hints: string;
};
/** `busy`: it says that something is still coming. */
export type SeenPage = {
  title: string;
  forms: SeenForm[];
  controls: SeenControl[];
  scripted: boolean;
  busy: boolean;
};

/** One thing done on a page. `nth`: of several of one role and name, counted from 1; missing: it is the only one. */
export type Act =
  | { kind: "click"; role: string; name: string; nth?: number }
  | { kind: "form"; method: string; fields: Filling[]; submit: string };
export type Filling = { role: string; name: string; how: "fill" | "select" | "check"; value: string };

/** Something that is left alone, with the reason. */
export type LeftAlone = { what: string; why: string };

/** A control of a state as proposals use it. `count`: elements of its role and name. */
export type KeptControl = {
  role: string;
  name: string;
  count: number;
  visible: boolean;
  href?: string;
  options?: string[];
};

/** What is kept of a state. */
export type KeptState = {
  title: string;
  heading: string;
  /** Of a screen that a script put in place of the one that was opened: its heading without numbers; "" otherwise. */
  screen?: string;
  /** A sentence of the library that holds on it, and not on the state before where there is such a one; "" without. */
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
  /** Actions from the start. */
  depth: number;
  pictureId: string | null;
};
export type GraphEdge = { from: string; to: string; action: string };
export type Journey = {
  name: string;
  /** States of the graph that it visits or that are one action away from it. */
  reach: number;
  /** Those among them that no journey before it in the list reaches. */
  adds: number;
  states: string[];
  gherkin: string;
};
export type ExploreResult = {
  startPath: string;
  counts: {
    states: number;
    edges: number;
    /** Pages opened and actions done. */
    tried: number;
    /** Forms that were sent. */
    forms: number;
    leftAlone: number;
    failed: number;
    disallowed: number;
    /** Known and not tried, because a limit was reached. */
    notTried: number;
  };
  states: GraphState[];
  edges: GraphEdge[];
  journeys: Journey[];
  leftAlone: (LeftAlone & { path: string })[];
  failed: { path: string; action: string; reason: string }[];
  warnings: string[];
};
