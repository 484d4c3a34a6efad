// Data gathered by the security pillar: plain JSON, limited in size and without cookie values.
import type { RuleOutcome } from "../../audit/page.ts";

/** `value` is stored only for headers that a rule reads, otherwise null. */
export type KeptHeader = { name: string; value: string | null };

export type CookieFacts = {
  name: string;
  /** Host or domain without a leading dot. */
  domain: string;
  /** Whether the cookie was set for the host only, without a Domain attribute. */
  hostOnly: boolean;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  /** Null if the attribute is missing. */
  sameSite: "Strict" | "Lax" | "None" | null;
  /** Set if the attribute has an invalid value. Only headers show that. */
  invalidSameSite?: boolean;
  /** ISO time; null for a session cookie. */
  expires: string | null;
};

/** One response in the redirect chain of the document. URLs contain no credentials or secrets. */
export type DocumentHop = { url: string; status: number | null; headers: KeptHeader[]; setCookies: CookieFacts[] };

export type PageExchange = { url: string; type: string; status: number | null };

export type PageResource = { kind: "script" | "style"; url: string; integrity: boolean; crossorigin: boolean };

/** An element whose URL begins with http:. `active`: whether the loaded resource can change the page. */
export type PlainReference = { tag: string; url: string; active: boolean };

/** `action` is an absolute URL. */
export type PageForm = { action: string; method: string; password: boolean };

export const DETECTIONS = ["uri", "filename", "filecontent", "hash", "page"] as const;
export type Detection = (typeof DETECTIONS)[number];

export type AdvisorySeverity = "critical" | "high" | "medium" | "low";
export type Advisory = {
  severity: AdvisorySeverity;
  /** CVE and GHSA ids, or other ids if the data has none. */
  identifiers: string[];
  summary: string;
  /** First version without the problem; null if unknown. */
  below: string | null;
};
export type Library = {
  component: string;
  version: string;
  detectedBy: Detection[];
  /** URLs of the scripts in which it was found; [] if only in the page. */
  places: string[];
  advisories: Advisory[];
};

/** `date`: day of the last change of the data (YYYY-MM-DD). The counts are missing in data of older runs. */
export type AdvisoryData = { source: string; date: string; libraries?: number; vulnerabilities?: number };

export type LibraryScan =
  | {
      state: "scanned";
      data: AdvisoryData;
      libraries: Library[];
      /** Number of scripts whose content could not be read: too large, too many, or not loaded in time. */
      unreadScripts: number;
    }
  | { state: "skipped" | "not_measured"; reason: string };

/** One page. `at`: ISO time of the visit. */
export type SecurityPage = {
  at: string;
  url: string;
  /** URL after redirects. */
  finalUrl: string;
  status: number;
  /** False if the page was still loading when it was read. */
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
  /** Source maps referenced by scripts of the page's own origin. */
  sourceMaps: string[];
  libraries: LibraryScan;
};

/** The parts of a page that host rules read. */
export type SitePage = Pick<
  SecurityPage,
  "url" | "finalUrl" | "html" | "hops" | "metaCsp" | "metaReferrer" | "cookies" | "cookieCount"
> &
  // Scripts, for the overall score. Missing in data of older runs.
  Partial<Pick<SecurityPage, "resources">>;

/** How plain HTTP redirects to HTTPS. `hops`: URLs in order, starting with the requested one. */
export type HttpsRedirect =
  | { state: "answered"; hops: string[]; status: number }
  | { state: "no_http" }
  | { state: "inapplicable" | "not_measured"; reason: string };

/**
 * What the site allows pages of other origins to read, requested with an origin it cannot know. `reflected`: the response names that
 * origin; `credentials`: it allows requests with cookies.
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

/** `days`: days until the certificate expires, from the time of the visit. `error`: OpenSSL's code for the problem with the chain. */
export type TlsFacts =
  | {
      host: string;
      state: "measured";
      protocol: string;
      /** A protocol older than TLS 1.2 that the server still accepts; null if none. */
      oldProtocol: string | null;
      error: string | null;
      validTo: string;
      days: number;
      issuer: string;
    }
  | { host: string; state: "not_measured"; reason: string };

/** Result of a probe for a file. `pattern` names the recognized format; the content is never stored. */
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
  /** Missing in data of older runs. */
  cors?: CrossOriginSharing;
  tls: TlsFacts[];
  exposures: ExposureProbe[];
  /** From the page scans: the advisory data, and why scans failed. */
  advisories: AdvisoryData | null;
  scanProblems: string[];
  /** Outcomes of the page rules, for the overall score. */
  pageRules: RuleOutcome[];
};
