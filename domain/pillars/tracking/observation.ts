// What a page pushed and sent, as gathering keeps it: bounded, redacted, plain JSON.

/** `event`: has a name. `data`: sets values only. */
export type Push = {
  /** Order among all pushes and beacons of the pass. */
  seq: number;
  /** Milliseconds since the pass began. */
  atMs: number;
  step: number;
  /** In another document than the one in which the step began. */
  away: boolean;
  layer: string;
  kind: "event" | "data";
  name: string;
  parameters: Record<string, unknown>;
  /**
   * How it was pushed, where not as an object: gtag("event", …), a call such as ["items.push", 1] (its parameters are
   * `path` and `args`), or a function, which only a tag manager's container runs.
   */
  form?: "event-command" | "method" | "function";
  /** Paths that it set to undefined. */
  cleared?: string[][];
  /** Which document of the visit pushed it, counted from 0: each has a layer of its own. */
  page?: number;
  /** It was pushed while the page handled an input of the audit's own, of this type ("click"). */
  during?: string;
  /** Where it was pushed from, nearest first: `function (address:line)`. */
  stack: string[];
};

export type Beacon = {
  seq: number;
  atMs: number;
  step: number;
  away: boolean;
  /** Its consent was asked for and not yet given. */
  beforeConsent: boolean;
  provider: string;
  /** Property, pixel or site that it went to. */
  account: string;
  name: string;
  kind: "event" | "container";
  automatic: boolean;
  secondary: boolean;
  /** It says itself that consent is denied. */
  consentDenied: boolean;
  typed: boolean;
  parameters: Record<string, unknown>;
  /** Redacted. */
  url: string;
  /** What sent it, nearest first. */
  initiator: string[];
};

/**
 * `none`: no banner was found. `clicked`: its accept button was. `failed`: there is a banner and it could not be answered;
 * `buttons` are the labels that it has, where the project has named no `selector`.
 */
export type Consent = { state: "none" | "clicked" | "failed"; selector: string | null; buttons?: string[] };

/** `failed`: the trigger could not be pulled; `reason` is a sentence. */
export type Step = {
  eventId: string | null;
  state: "done" | "failed";
  reason: string | null;
  screenshotId: string | null;
};

/** One visit: the load alone, or the load and then one trigger (the second step). */
export type Pass = {
  address: string;
  kind: "load" | "trigger";
  consent: Consent;
  steps: Step[];
  pushes: Push[];
  beacons: Beacon[];
  /**
   * What a tag manager's container holds under the planned names at the end, where the page pushed functions; null: no
   * container of a known kind ran them.
   */
  container?: Record<string, unknown> | null;
  /** Sentences about what was more than is kept. */
  cut: string[];
};

export type TrackingData = {
  /** The loads come first. */
  passes: Pass[];
  /** Planned events whose trigger was not pulled, with a sentence why. */
  skipped: { eventId: string; reason: string }[];
};
