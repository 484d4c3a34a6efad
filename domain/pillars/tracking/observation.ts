// What a page pushed and sent, as gathered: limited in size, redacted, plain JSON.
import type { Typed } from "./expect.ts";

/** `event`: has a name. `data`: only sets values. */
export type Push = {
  /** Position among all pushes and beacons of the pass. */
  seq: number;
  /** Milliseconds since the start of the pass. */
  atMs: number;
  step: number;
  /** Whether it happened in another document than the one in which the step began. */
  away: boolean;
  layer: string;
  kind: "event" | "data";
  name: string;
  parameters: Record<string, unknown>;
  /**
   * How it was pushed if not as an object: gtag("event", …), a method call such as ["items.push", 1] (with the parameters
   * `path` and `args`), or a function, which only a tag manager's container runs.
   */
  form?: "event-command" | "method" | "function";
  /** Paths that it set to undefined. */
  cleared?: string[][];
  /** Index of the document of the visit that pushed it. Each document has its own layer. */
  page?: number;
  /** Type of the audit's input event ("click") that the page was handling during the push. */
  during?: string;
  /** Call stack, innermost first: `function (address:line)`. */
  stack: string[];
};

export type Beacon = {
  seq: number;
  atMs: number;
  step: number;
  away: boolean;
  /** Whether consent had been requested and not yet given. */
  beforeConsent: boolean;
  provider: string;
  /** Property, pixel or site that received it. */
  account: string;
  name: string;
  kind: "event" | "container";
  automatic: boolean;
  secondary: boolean;
  /** Whether it reports denied consent itself. */
  consentDenied: boolean;
  typed: Typed;
  parameters: Record<string, unknown>;
  /** Redacted URL. */
  url: string;
  /** Call stack of the sender, innermost first. */
  initiator: string[];
};

/**
 * `none`: no banner was found. `clicked`: its accept button was clicked. `failed`: there is a banner that could not be answered;
 * `buttons` holds its labels if the project has no `selector`.
 */
export type Consent = { state: "none" | "clicked" | "failed"; selector: string | null; buttons?: string[] };

/** `failed`: the trigger could not be performed; `reason` is a sentence. */
export type Step = {
  eventId: string | null;
  state: "done" | "failed";
  reason: string | null;
  screenshotId: string | null;
};

/** One visit: only the load, or the load and one trigger (the second step). */
export type Pass = {
  address: string;
  kind: "load" | "trigger";
  consent: Consent;
  steps: Step[];
  pushes: Push[];
  beacons: Beacon[];
  /**
   * Values that a tag manager's container holds under the planned names at the end, if the page pushed functions. Null if no
   * known type of container ran them.
   */
  container?: Record<string, unknown> | null;
  /** Sentences about what was left out. */
  cut: string[];
};

export type TrackingData = {
  /** Passes, page loads first. */
  passes: Pass[];
  /** Planned events that were not triggered, with the reason as a sentence. */
  skipped: { eventId: string; reason: string }[];
};
