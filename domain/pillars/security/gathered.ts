// What the security pillar gathers: plain JSON, bounded, and without a value of any cookie.
import type { RuleOutcome } from "../../audit/page.ts";

/** `value` is kept for headers that a rule reads; of all others the name alone. */
export type KeptHeader = { name: string; value: string | null };

export type CookieFacts = {
  name: string;
  /** Host or domain without a leading dot. */
  domain: string;
  /** The cookie was set for the host alone, without a Domain attribute. */
  hostOnly: boolean;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  /** null: the attribute is missing. */
  sameSite: "Strict" | "Lax" | "None" | null;
  /** It has the attribute with a value that is none of these. Only headers show that. */
  invalidSameSite?: boolean;
  /** ISO time; null for a cookie of the session. */
  expires: string | null;
};

/** One answer on the way to the document. Addresses are without credentials and secrets. */
export type DocumentHop = { url: string; status: number | null; headers: KeptHeader[]; setCookies: CookieFacts[] };

export type PageExchange = { url: string; type: string; status: number | null };

export type PageResource = { kind: "script" | "style"; url: string; integrity: boolean; crossorigin: boolean };

/** An element whose address begins with http:. `active`: what it loads can change the page. */
export type PlainReference = { tag: string; url: string; active: boolean };

/** `action` is absolute. */
export type PageForm = { action: string; method: string; password: boolean };

export const DETECTIONS = ["uri", "filename", "filecontent", "hash", "page"] as const;
export type Detection = (typeof DETECTIONS)[number];

export type AdvisorySeverity = "critical" | "high" | "medium" | "low";
export type Advisory = {
  severity: AdvisorySeverity;
  /** CVE and GHSA numbers, else what the data has. */
  identifiers: string[];
  summary: string;
  /** The first version without the problem; null where none is known. */
  below: string | null;
};
export type Library = {
  component: string;
  version: string;
  detectedBy: Detection[];
  /** Where it was found: addresses of scripts; [] for the page alone. */
  places: string[];
  advisories: Advisory[];
};

/** `date` is the day the data was last changed (YYYY-MM-DD); the others are how many it holds, absent in what older runs gathered. */
export type AdvisoryData = { source: string; date: string; libraries?: number; vulnerabilities?: number };

export type LibraryScan =
  | {
      state: "scanned";
      data: AdvisoryData;
      libraries: Library[];
      /** Scripts whose content could not be read: too large, too many, or not there in time. */
      unreadScripts: number;
    }
  | { state: "skipped" | "not_measured"; reason: string };

/** One page. `at` is the ISO time of the visit. */
export type SecurityPage = {
  at: string;
  url: string;
  /** Where redirects ended. */
  finalUrl: string;
  status: number;
  /** False: it was still loading when it was read. */
  loaded: boolean;
  html: boolean;
  hops: DocumentHop[];
  metaCsp: string[];
  metaReferrer: string | null;
  exchanges: PageExchange[];
  exchangeCount: number;
  cookies: CookieFacts[];
  cookieCount: number;
  resources: PageResource[];
  plainReferences: PlainReference[];
  forms: PageForm[];
  passwordFields: number;
  inlineScripts: number;
  inlineHandlers: number;
  /** Source maps that scripts of the page's own origin name. */
  sourceMaps: string[];
  libraries: LibraryScan;
};

/** What rules about the host read of each page. */
export type SitePage = Pick<
  SecurityPage,
  "url" | "finalUrl" | "html" | "hops" | "metaCsp" | "metaReferrer" | "cookies" | "cookieCount"
> &
  // Scripts, for the score of the whole; absent in what older runs gathered.
  Partial<Pick<SecurityPage, "resources">>;

/** How plain HTTP leads to HTTPS. `hops` are the addresses in order, the asked one first. */
export type HttpsRedirect =
  | { state: "answered"; hops: string[]; status: number }
  | { state: "no_http" }
  | { state: "inapplicable" | "not_measured"; reason: string };

/**
 * What the site lets pages of other origins read, asked with an origin that it cannot know. `reflected`: the answer names that
 * origin; `credentials`: it lets cookies be sent along.
 */
export type CrossOriginSharing =
  | {
      state: "answered";
      url: string;
      allowOrigin: "none" | "any" | "reflected" | "named";
      reflected: boolean;
      credentials: boolean;
    }
  | { state: "not_measured"; reason: string };

/** `days` until the certificate ends at the time of the visit; `error` is OpenSSL's code for what is wrong with the chain. */
export type TlsFacts =
  | {
      host: string;
      state: "measured";
      protocol: string;
      /** A protocol before TLS 1.2 that the server still accepts; null for none. */
      oldProtocol: string | null;
      error: string | null;
      validTo: string;
      days: number;
      issuer: string;
    }
  | { host: string; state: "not_measured"; reason: string };

/** What a probe for a file told; `pattern` names what its beginning looked like, never the content. */
export type ExposureProbe = {
  url: string;
  id: string;
  state: "exposed" | "absent" | "not_measured";
  pattern: string | null;
  status: number | null;
  reason: string | null;
};

export type SecuritySite = {
  at: string;
  baseUrl: string;
  pages: SitePage[];
  redirect: HttpsRedirect;
  /** Absent in what older runs gathered. */
  cors?: CrossOriginSharing;
  tls: TlsFacts[];
  exposures: ExposureProbe[];
  /** Of the pages' scans: the data, and why scans did not happen. */
  advisories: AdvisoryData | null;
  scanProblems: string[];
  /** What the rules about pages said, for the score of the whole. */
  pageRules: RuleOutcome[];
};
