// Options of a functional run.
import type { VIEWPORT_NAMES } from "../visual/shot.ts";
import { MAX_RETRIES } from "./attemptStatus.ts";

export type ViewportName = (typeof VIEWPORT_NAMES)[number];

export type FeatureRunOptions = {
  /** Null for every ready feature. */
  featureIds: string[] | null;
  /** Only these scenarios, by their ids within the feature. Missing for all. */
  scenarioIds?: string[];
  /** An event of the tracking plan that is checked anywhere in a scenario, whether or not it is linked to a step. */
  provedEventId?: string;
  /** A tag expression; "" selects every scenario. */
  tags: string;
  viewports: ViewportName[];
  /** Number of retries of a failed scenario. */
  retries: number;
  /** Whether to check events and variables per step, and the linked events of the tracking plan. */
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

/** Whether every scenario of every ready feature was requested. */
export const takesAll = ({ featureIds, scenarioIds, tags }: FeatureRunOptions): boolean =>
  featureIds === null && scenarioIds === undefined && tags === "";

/** Returns the options stored with the run. A run that was started without any (by a full audit) has the defaults. */
export function optionsOf(extra: Readonly<Record<string, unknown>>): FeatureRunOptions {
  const given = (extra.functional ?? {}) as Partial<FeatureRunOptions>;
  const options = { ...DEFAULT_OPTIONS, ...given };
  return { ...options, retries: Math.max(0, Math.min(MAX_RETRIES, options.retries)) };
}
