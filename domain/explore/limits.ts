// Limits of an exploration, so that no site can make it endless.

export const EXPLORE_LIMITS = {
  /** Number of states unless the caller specifies it; the maximum is a setting (SVC_EXPLORE_MAX_STATES). */
  defaultStates: 60,
  depth: 8,
  defaultDepth: 4,
  /** Maximum number of buttons and forms tried per state. */
  actions: 20,
  defaultActions: 8,
  /** Minutes unless the caller specifies them; the maximum is a setting (SVC_EXPLORE_MAX_MINUTES). */
  defaultMinutes: 10,
  /** Maximum number of links followed per state. */
  links: 60,
  /** Maximum number of controls stored per state for later proposals. */
  controls: 100,
  /** Maximum number of pages and actions tried per state found. */
  tries: 4,
  /** Maximum number of places per activity, and ms after which it starts no further one, so that a killed worker loses little. */
  batch: 40,
  batchMs: 60_000,
  /** ms: for loading one page, for one action on it, and until no more requests are pending. */
  loadMs: 20_000,
  actionMs: 4_000,
  quietMs: 3_000,
  /** Maximum number of edges stored with the result. */
  edges: 5_000,
  journeys: 10,
  /** Maximum number of steps in a drafted journey. */
  journeySteps: 25,
  /** Maximum number of left-alone or failed things named in the result. */
  named: 200,
} as const;

/** Limits while somebody waits for proposed journeys. */
export const PROPOSE_LIMITS = { states: 25, depth: 3, actions: 6, minutes: 3 } as const;

/** ms for which a stored exploration of the same site is reused for proposals. */
export const FRESH_MS = 24 * 3_600_000;
