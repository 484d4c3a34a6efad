// State shared by the actions of one attempt: the page, the environment's values, and what was recorded so far.
import type { Locator, Page } from "playwright";
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { Entrance } from "../../../browsers/page/enterSite.ts";
import type { ExplainFailure } from "../../../browsers/page/failures.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import type { Traffic } from "../../../browsers/page/traffic.ts";
import type { Neighbour } from "../../../domain/functional/heal/propose.ts";
import type { ScenarioLimits } from "../../../domain/functional/limits.ts";
import type { PlannedStep } from "../../../domain/functional/plan.ts";
import type { Action } from "../../../domain/functional/stepDef.ts";
import type { Fingerprint, Locator as TargetLocator } from "../../../domain/functional/target.ts";
import type { EnvironmentValues, Masker } from "../../../domain/functional/values.ts";
import type { Overlay } from "./overlay.ts";
import type { Seen } from "./watch.ts";

/** A page of the scenario with what belongs to it. */
export type Tab = {
  lease: PageLease;
  page: Page;
  guard: Guard;
  traffic: Traffic;
  /** Device pixels per CSS pixel; null: unknown. */
  deviceScale: number | null;
};

export type Tabs = {
  /** In the order in which they were opened; the first is the scenario's own page. */
  open: Tab[];
  /** Opened, and not ready for steps yet. */
  arrived: Page[];
  /** Number of tabs that the browser has announced since the last action began. */
  announced: number;
  /** Addresses of tabs that the browser has announced while no action could open any; those still to arrive are closed. */
  unasked: string[];
  /** Number of downloads before the last action: an announced tab may become one. */
  downloads: number;
  /** Whether the last action may open tabs. Others, such as advertising while a page loads, are closed. */
  acting: boolean;
  /** The tab before, if no step chose this one and nothing was done here yet. */
  before: Tab | null;
  /** Addresses to which forms were sent: loading them again would send the form again. */
  posted: Set<string>;
};

/** With the tab that steps run in. */
export type Session = Tab & {
  tabs: Tabs;
  /** Sentences about how steps ran. */
  notes: string[];
  limits: ScenarioLimits;
  /** Address of the environment; `goto` stays on its origin. */
  baseUrl: string;
  values: EnvironmentValues;
  mask: Masker;
  /** The entered site; checked once whether signing in worked. */
  entrance: Entrance;
  seen: Seen;
  /** Recorder of what the page tracks; null: not requested. */
  overlay: Overlay | null;
  /** By step, the names of each tracking plan event that must happen in it. */
  linked: ReadonlyMap<number, readonly (readonly string[])[]>;
  explainFailure?: ExplainFailure;
  /** Whether steps are being recorded: a literal password is refused, because it would be stored. */
  writesDown: boolean;
  /** Fields that contain a secret, to be covered in screenshots. */
  secretFields: Locator[];
  /** Neighbors of an action's element, by `placeOf`. */
  beside: Map<string, Neighbour[]>;
  halt: Halt | null;
};

/** Where an attempt stops, before the action is performed, and what to inspect then. */
export type Halt = { step: number; action: number; look(doing: Doing): Promise<void> };

/** Returns the key of an action of a step, from both indexes. */
export const placeOf = (step: number, action: number): string => `${step}.${action}`;

export type Doing = {
  session: Session;
  /** With its references filled in. */
  action: Action;
  /** Whether the value contains a secret. */
  secret: boolean;
  step: PlannedStep;
  /** Returns the time left for this action in ms. */
  left(): number;
  /** The locator that found the element, if any did. */
  found?: TargetLocator;
  /** Called with the action's element before the action is performed. */
  met(element: Locator): Promise<void>;
  /** Called with the locator's index if it was not the first. */
  drifted(used: number, of: number): void;
};

/** What an action leaves behind besides the page. */
export type Trail = {
  fingerprints: Record<number, Fingerprint>;
  drift: { action: number; used: number; of: number }[];
};
