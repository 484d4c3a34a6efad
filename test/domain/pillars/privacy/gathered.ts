// The gathered data of a quiet page, and helpers that change it for tests of single rules.
import type { FingerprintFact } from "../../../../domain/pillars/privacy/fingerprinting.ts";
import type {
  BannerFact,
  BeaconFact,
  ChosenState,
  ConsentCall,
  CookieFact,
  PartyFact,
  PrivacyInput,
  Snapshot,
  StorageFact,
} from "../../../../domain/pillars/privacy/gathered.ts";

const initiator = { type: "script", url: "https://shop.test/js/tag.js", line: 12 };

export const cookie = (name: string, change: Partial<CookieFact> = {}): CookieFact => ({
  name,
  domain: "shop.test",
  thirdParty: false,
  lifetimeDays: 400,
  httpOnly: false,
  secure: true,
  sameSite: "Lax",
  setBy: null,
  leftOver: false,
  ...change,
});

export const key = (name: string, change: Partial<StorageFact> = {}): StorageFact => ({
  kind: "localStorage",
  origin: "https://shop.test",
  thirdParty: false,
  key: name,
  bytes: 40,
  leftOver: false,
  ...change,
});

export const beacon = (change: Partial<BeaconFact> = {}): BeaconFact => ({
  provider: "Google Analytics 4",
  endpoint: "https://shop.test/g/collect",
  thirdParty: false,
  count: 1,
  gcs: null,
  gcd: null,
  initiator,
  ...change,
});

export const party = (category: string | null, change: Partial<PartyFact> = {}): PartyFact => ({
  site: "other.test",
  entity: "Other",
  category,
  requests: 2,
  types: ["script"],
  initiator,
  ...change,
});

export const fingerprint = (change: Partial<FingerprintFact> = {}): FingerprintFact => ({
  script: "https://other.test/id.js",
  thirdParty: true,
  entity: "Other",
  techniques: ["canvas", "fonts", "audio"],
  calls: ["Canvas.read"],
  ...change,
});

export const call = (
  command: ConsentCall["command"],
  state: "granted" | "denied",
  regions: string[] | null = null,
): ConsentCall => ({ command, types: { ad_storage: state, analytics_storage: state }, regions });

export const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  cookies: [],
  storage: [],
  parties: [],
  beacons: [],
  fingerprints: [],
  consentCalls: [[]],
  cut: false,
  ...change,
});

export const BANNER: BannerFact = {
  method: "generic",
  cmp: null,
  acceptLabel: "Accept all",
  rejectLabel: "Reject all",
  settingsLabel: null,
};

export const measured = (change: Partial<Snapshot> = {}, clicks = 1): Extract<ChosenState, { state: "measured" }> => ({
  state: "measured",
  method: "generic",
  cmp: null,
  clicks,
  selfTest: null,
  written: ["choice"],
  snapshot: snapshot(change),
});

export const unreached = (
  code: Extract<ChosenState, { state: "not_measured" }>["code"],
  pressed = true,
): ChosenState => ({
  state: "not_measured",
  code,
  reason: "It did not go.",
  method: "generic",
  cmp: null,
  pressed,
});

/** A page that asks for consent and respects the answers. */
export const asking = (change: Partial<PrivacyInput> = {}): PrivacyInput => ({
  finalUrl: "https://shop.test/",
  site: "shop.test",
  banner: BANNER,
  before: snapshot(),
  rejected: measured(),
  accepted: measured(),
  privacyLink: "https://shop.test/privacy",
  fields: 0,
  necessaryNames: [],
  ...change,
});

/** A page that asks for nothing and collects nothing. */
export const silent = (change: Partial<PrivacyInput> = {}): PrivacyInput =>
  asking({
    banner: null,
    rejected: unreached("no_banner", false),
    accepted: unreached("no_banner", false),
    privacyLink: null,
    ...change,
  });
