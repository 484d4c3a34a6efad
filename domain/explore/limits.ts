// How far an exploration goes. No site can make one endless.

export const EXPLORE_LIMITS = {
  /** States, unless the caller says otherwise; the most is a setting (SVC_EXPLORE_MAX_STATES). */
  defaultStates: 60,
  depth: 8,
  defaultDepth: 4,
  /** Buttons and forms tried on one state. */
  actions: 20,
  defaultActions: 8,
  /** Minutes, unless the caller says otherwise; the most is a setting (SVC_EXPLORE_MAX_MINUTES). */
  defaultMinutes: 10,
  /** Links of one state that are followed. */
  links: 60,
  /** Controls of one state that are kept for later proposals. */
  controls: 100,
  /** Pages and actions that are tried for one state that is found. */
  tries: 4,
  /** Places of one activity, and ms after which it takes up no further one: what a killed worker loses is in flight. */
  batch: 40,
  batchMs: 60_000,
  /** ms: loading one page, one action in it, and until nothing is fetched any more. */
  loadMs: 20_000,
  actionMs: 4_000,
  quietMs: 3_000,
  /** Edges kept with the result. */
  edges: 5_000,
  journeys: 10,
  /** Steps of the journey of a draft. */
  journeySteps: 25,
  /** Things that were left alone or failed and are named in the result. */
  named: 200,
} as const;

/** A journey is proposed while somebody waits for it. */
export const PROPOSE_LIMITS = { states: 25, depth: 3, actions: 6, minutes: 3 } as const;

/** A stored exploration of the same site is used for proposals for so long, in ms. */
export const FRESH_MS = 24 * 3_600_000;
