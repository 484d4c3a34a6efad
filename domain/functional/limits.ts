// How long each part of a scenario may take, and how much of it is kept. Every wait has a bound here: no page can hold a worker.

export type ScenarioLimits = {
  /** One action, unless its definition says otherwise. */
  actionMs: number;
  /** One expectation, unless its definition says otherwise. */
  expectMs: number;
  /** From the request until a page has loaded. */
  loadMs: number;
  /** One picture. */
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

/** What a definition may ask for at most. */
export const MAX_ACTION_MS = 60_000;

/** Of one step: console messages, failed requests, events; of one text: characters. */
export const KEPT = { console: 20, network: 20, events: 50, text: 500, dialogs: 20, downloads: 20 } as const;

/** After the first locator found nothing for so long, a later one that finds the element is taken. */
export const DRIFT_AFTER_MS = 1_500;
