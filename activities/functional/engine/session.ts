// What the actions of one attempt share: the page, the environment's values, and what was seen so far.
import type { Locator, Page } from "playwright";
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { Entrance } from "../../../browsers/page/enterSite.ts";
import type { ExplainFailure } from "../../../browsers/page/failures.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import type { Neighbour } from "../../../domain/functional/heal/propose.ts";
import type { ScenarioLimits } from "../../../domain/functional/limits.ts";
import type { PlannedStep } from "../../../domain/functional/plan.ts";
import type { Action } from "../../../domain/functional/stepDef.ts";
import type { Fingerprint, Locator as TargetLocator } from "../../../domain/functional/target.ts";
import type { EnvironmentValues, Masker } from "../../../domain/functional/values.ts";
import type { Overlay } from "./overlay.ts";
import type { Seen } from "./watch.ts";

export type Session = {
  lease: PageLease;
  page: Page;
  guard: Guard;
  limits: ScenarioLimits;
  /** Address of the environment; `goto` stays on its origin. */
  baseUrl: string;
  values: EnvironmentValues;
  mask: Masker;
  /** The site as it was entered; asked once whether signing in worked. */
  entrance: Entrance;
  seen: Seen;
  /** What the page tracks; null: nobody asked. */
  overlay: Overlay | null;
  /** By step, the names of each event of the tracking plan that has to happen in it. */
  linked: ReadonlyMap<number, readonly (readonly string[])[]>;
  explainFailure?: ExplainFailure;
  /** Its steps are being recorded: a literal for a password is refused, because it would be stored. */
  writesDown: boolean;
  /** Pixels of the screen for one of the page; null: nobody said. */
  deviceScale: number | null;
  /** Fields that hold a secret: pictures cover them. */
  secretFields: Locator[];
  /** What stood beside the element of an action, by `placeOf`. */
  beside: Map<string, Neighbour[]>;
  halt: Halt | null;
};

/** Where an attempt stops, before the action is done, and what is looked at then. */
export type Halt = { step: number; action: number; look(doing: Doing): Promise<void> };

/** The key of an action of a step, both by their places. */
export const placeOf = (step: number, action: number): string => `${step}.${action}`;

/** One action while it is done. */
export type Doing = {
  session: Session;
  /** With its references filled in. */
  action: Action;
  /** The value holds a secret. */
  secret: boolean;
  step: PlannedStep;
  /** ms until this action has to be done. */
  left(): number;
  /** The locator that found its element, once one did. */
  found?: TargetLocator;
  /** Told of the element that the action was done to, before it is done. */
  met(element: Locator): Promise<void>;
  /** Told of the locator that found it, where it was not the first. */
  drifted(used: number, of: number): void;
};

/** What an action leaves behind beside the page. */
export type Trail = {
  fingerprints: Record<number, Fingerprint>;
  drift: { action: number; used: number; of: number }[];
};
