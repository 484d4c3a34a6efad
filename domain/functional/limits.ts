// Maximum duration of each part of a scenario, and how much of it is stored. Every wait is limited, so no page can block a worker.

export type ScenarioLimits = {
  /** One action, unless its definition specifies another limit. */
  actionMs: number;
  /** One expectation, unless its definition specifies another limit. */
  expectMs: number;
  /** From the request until the page has loaded. */
  loadMs: number;
  /** One screenshot. */
  screenshotMs: number;
  /** All steps of one attempt together. */
  scenarioMs: number;
};

export const SCENARIO_LIMITS: ScenarioLimits = {
  actionMs: 10_000,
  expectMs: 5_000,
  loadMs: 30_000,
  screenshotMs: 8_000,
  scenarioMs: 180_000,
};

/** Maximum that a definition may specify. */
export const MAX_ACTION_MS = 60_000;

/** Per step: console messages, failed requests and events; per text: characters. */
export const KEPT = { console: 20, network: 20, events: 50, text: 500, dialogs: 20, downloads: 20 } as const;

/** Time without a match for the first locator after which a later one is used. */
export const DRIFT_AFTER_MS = 1_500;
