// What is known of a page in the three states of consent. Names and attributes only: no value of a cookie or key is here.
import type { FingerprintFact } from "./fingerprinting.ts";
import type { Load } from "./loads.ts";

/** `lifetimeDays` null: until the browser is closed. `setBy`: address of the answer that set it; null: a script, or not seen. */
export type CookieFact = {
  name: string;
  domain: string;
  thirdParty: boolean;
  lifetimeDays: number | null;
  httpOnly: boolean;
  secure: boolean;
  sameSite: string;
  setBy: string | null;
  /** In a chosen state: it was there before the choice and nobody wrote it since. */
  leftOver: boolean;
};

/** `bytes`: of key and value in UTF-16; null where it is not known (databases). */
export type StorageFact = {
  kind: "localStorage" | "sessionStorage" | "indexedDB";
  origin: string;
  thirdParty: boolean;
  key: string;
  bytes: number | null;
  leftOver: boolean;
};

/** Who asked for it, from the browser's stack: `line` counts from 1. */
export type Initiator = { type: string; url: string | null; line: number | null };

/** `entity` and `category` are those of the third-party-web data; null when it does not know the host. */
export type PartyFact = {
  site: string;
  entity: string | null;
  category: string | null;
  requests: number;
  types: string[];
  /** What it gave the page that the page could host itself; data of earlier versions has none. */
  loads?: Load[];
  initiator: Initiator;
  /** A host of the page's own site that is only another name (CNAME) of this party's. */
  alias?: string;
};

/** While the page loaded and rested, when it was scrolled, up to ten seconds after loading, or when it was left. */
export type Moment = "load" | "scroll" | "later" | "leave";

/** `endpoint` has no query. `gcs` and `gcd` are the consent-mode signals that the beacon carries. */
export type BeaconFact = {
  provider: string;
  /** When the first one was sent; data of earlier versions has none. */
  moment?: Moment;
  /** Nobody knows the host: the content says what it is for. Its signs. */
  signs?: string[];
  endpoint: string;
  thirdParty: boolean;
  count: number;
  gcs: string | null;
  gcd: string | null;
  initiator: Initiator;
};

/** One `gtag("consent", command, …)`; `regions` null: everywhere. */
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
  /** Scripts that take the browser's fingerprint; data of earlier versions has none. */
  fingerprints?: FingerprintFact[];
  /** Of each document that was shown in the state, in order. */
  consentCalls: ConsentCall[][];
  /** Something was cut because there was too much of it. */
  cut: boolean;
};

/** How a banner was recognised and answered: a rule of autoconsent, a selector of the project, or words on its buttons. */
export type ChoiceMethod = "autoconsent" | "selector" | "generic";

/** Labels are null where no button with such words is in the banner's first layer. */
export type BannerFact = {
  method: ChoiceMethod;
  cmp: string | null;
  acceptLabel: string | null;
  rejectLabel: string | null;
  settingsLabel: string | null;
  /** Of its choices none could be read: a sentence that says so. Data of earlier versions has none. */
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
 * A state after a choice. `measured` means verified: the banner went, something was written, the rule's own test (if it
 * has one) agrees, and the banner stayed away when the page was opened again.
 */
export type ChosenState =
  | {
      state: "measured";
      method: ChoiceMethod;
      cmp: string | null;
      /** Clicks that it took; null when not known. */
      clicks: number | null;
      selfTest: boolean | null;
      /** Names of what the choice wrote. */
      written: string[];
      snapshot: Snapshot;
    }
  | {
      state: "not_measured";
      code: ChoiceFailure;
      reason: string;
      method: ChoiceMethod | null;
      cmp: string | null;
      /** A button was really pressed, as opposed to a banner that was only hidden. */
      pressed: boolean;
    };

export type PrivacyData = {
  finalUrl: string;
  /** Registrable domain of the page; host and port where there is none. */
  site: string;
  banner: BannerFact | null;
  before: Snapshot;
  rejected: ChosenState;
  accepted: ChosenState;
  /** Address of a link that leads to a privacy notice. */
  privacyLink: string | null;
  /** Fields into which people type. */
  fields: number;
};

/** What the checks read: the data, and the cookies that the project calls necessary. */
export type PrivacyInput = PrivacyData & { necessaryNames: readonly string[] };
