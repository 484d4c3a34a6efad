// Data about a page in the three consent states. Names and attributes only: it contains no value of a cookie or key.
import type { FingerprintFact } from "./fingerprinting.ts";
import type { Load } from "./loads.ts";

/** `lifetimeDays`: null for session cookies. `setBy`: URL of the response that set it; null if a script did or it is unknown. */
export type CookieFact = {
  name: string;
  domain: string;
  thirdParty: boolean;
  lifetimeDays: number | null;
  httpOnly: boolean;
  secure: boolean;
  sameSite: string;
  setBy: string | null;
  /** In a state after a choice: whether it existed before the choice and was not written since. */
  leftOver: boolean;
};

/** `bytes`: size of key and value in UTF-16; null if unknown (databases). */
export type StorageFact = {
  kind: "localStorage" | "sessionStorage" | "indexedDB";
  origin: string;
  thirdParty: boolean;
  key: string;
  bytes: number | null;
  leftOver: boolean;
};

/** What initiated the request according to the browser's stack. `line` counts from 1. */
export type Initiator = { type: string; url: string | null; line: number | null };

/** `entity` and `category` come from the third-party-web data; null if the host is not listed. */
export type PartyFact = {
  site: string;
  entity: string | null;
  category: string | null;
  requests: number;
  types: string[];
  /** What the page loaded from it that it could host itself. Missing in data of earlier versions. */
  loads?: Load[];
  initiator: Initiator;
  /** Host of the page's own site that is only an alias (CNAME) of this party's host. */
  alias?: string;
};

/** When the beacon was sent: while the page loaded and was idle, when it was scrolled, up to ten seconds after loading, or when it was left. */
export type Moment = "load" | "scroll" | "later" | "leave";

/** `endpoint` has no query. `gcs` and `gcd` are the beacon's consent-mode signals. */
export type BeaconFact = {
  provider: string;
  /** When the first one was sent. Missing in data of earlier versions. */
  moment?: Moment;
  /** For an unknown host: the signs of a tracker in the content. */
  signs?: string[];
  endpoint: string;
  thirdParty: boolean;
  count: number;
  gcs: string | null;
  gcd: string | null;
  initiator: Initiator;
};

/** One call of `gtag("consent", command, …)`. `regions` is null if it applies everywhere. */
export type ConsentCall = {
  command: "default" | "update";
  types: Record<string, "granted" | "denied">;
  regions: string[] | null;
};

export type Snapshot = {
  cookies: CookieFact[];
  storage: StorageFact[];
  parties: PartyFact[];
  beacons: BeaconFact[];
  /** Scripts that fingerprint the browser. Missing in data of earlier versions. */
  fingerprints?: FingerprintFact[];
  /** Calls by document that was shown in the state, in order. */
  consentCalls: ConsentCall[][];
  /** Whether lists were truncated. */
  cut: boolean;
};

/** How a banner was detected and answered: by an autoconsent rule, a selector of the project, or the words on its buttons. */
export type ChoiceMethod = "autoconsent" | "selector" | "generic";

/** Labels are null if the banner's first layer has no button with such words. */
export type BannerFact = {
  method: ChoiceMethod;
  cmp: string | null;
  acceptLabel: string | null;
  rejectLabel: string | null;
  settingsLabel: string | null;
  /** Sentence that none of the choices could be read. Missing in data of earlier versions. */
  unreadable?: string;
};

export const CHOICE_FAILURES = [
  "no_banner",
  "unreadable",
  "no_button",
  "choice_failed",
  "banner_stays",
  "endless_banners",
  "not_written",
  "self_test_failed",
  "banner_returns",
  "visit_failed",
] as const;
export type ChoiceFailure = (typeof CHOICE_FAILURES)[number];

/**
 * A state after a choice. `measured` means verified: the banner closed, something was written, the rule's self-test (if it
 * has one) agrees, and the banner stayed away when the page was opened again.
 */
export type ChosenState =
  | {
      state: "measured";
      method: ChoiceMethod;
      cmp: string | null;
      /** Number of clicks needed; null if unknown. */
      clicks: number | null;
      selfTest: boolean | null;
      /** Names of the keys that the choice wrote. */
      written: string[];
      snapshot: Snapshot;
    }
  | {
      state: "not_measured";
      code: ChoiceFailure;
      reason: string;
      method: ChoiceMethod | null;
      cmp: string | null;
      /** Whether a button was really pressed, as opposed to the banner only being hidden. */
      pressed: boolean;
    };

export type PrivacyData = {
  finalUrl: string;
  /** Registrable domain of the page, or host and port if it has none. */
  site: string;
  banner: BannerFact | null;
  before: Snapshot;
  rejected: ChosenState;
  accepted: ChosenState;
  /** URL of the link to a privacy notice. */
  privacyLink: string | null;
  /** Number of fields that people type into. */
  fields: number;
};

/** Input of the checks: the data, and the cookies that the project declares necessary. */
export type PrivacyInput = PrivacyData & { necessaryNames: readonly string[] };
