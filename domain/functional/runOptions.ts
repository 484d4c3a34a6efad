// What a run of functional tests may be asked for.
import type { VIEWPORT_NAMES } from "../visual/shot.ts";
import { MAX_RETRIES } from "./attemptStatus.ts";

export type ViewportName = (typeof VIEWPORT_NAMES)[number];

export type FeatureRunOptions = {
  /** null: every feature that is ready. */
  featureIds: string[] | null;
  /** Only these scenarios, by the ids that their feature gives them. Missing: all. */
  scenarioIds?: string[];
  /** An event of the tracking plan that is judged wherever in a scenario it is sent, linked to a step or not. */
  provedEventId?: string;
  /** A tag expression; "" chooses every scenario. */
  tags: string;
  viewports: ViewportName[];
  /** Further attempts of a scenario that failed. */
  retries: number;
  /** Events and variables by step, and the linked events of the tracking plan. */
  verifyTracking: boolean;
  trace: boolean;
};

export const DEFAULT_OPTIONS: FeatureRunOptions = {
  featureIds: null,
  tags: "",
  viewports: ["desktop"],
  retries: 1,
  verifyTracking: false,
  trace: true,
};

/** Whether every scenario of every feature that is ready was asked for. */
export const takesAll = ({ featureIds, scenarioIds, tags }: FeatureRunOptions): boolean =>
  featureIds === null && scenarioIds === undefined && tags === "";

/** The options as the run's document has them; a run that was started without any (a full audit's) has the usual ones. */
export function optionsOf(extra: Readonly<Record<string, unknown>>): FeatureRunOptions {
  const given = (extra.functional ?? {}) as Partial<FeatureRunOptions>;
  const options = { ...DEFAULT_OPTIONS, ...given };
  return { ...options, retries: Math.max(0, Math.min(MAX_RETRIES, options.retries)) };
}
