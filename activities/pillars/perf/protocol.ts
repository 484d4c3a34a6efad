// Messages between the worker and its Lighthouse child over the child's channel. Never on a command line, because they contain secrets.
import type { StoredItems } from "../../../browsers/page/session.ts";
import type { FormFactor } from "../../../domain/pillars/perf/measurements.ts";

/** How the browser enters the site. Headers go only to `origin`. */
export type LabAccess = {
  origin: string;
  headers: { name: string; value: string }[];
  cookies: LabCookie[];
  /** The site's stored items of a signed-in visitor, by origin. */
  stored: Record<string, StoredItems>;
  /** Values that must not appear in stored data. */
  secrets: string[];
};

/** Either `url` or `domain` is set, as in the protocol's Network.setCookie. */
export type LabCookie = {
  name: string;
  value: string;
  url?: string;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: "Strict" | "Lax" | "None";
  /** Seconds since 1970; undefined for a session cookie. */
  expires?: number;
};

export type LabRun = {
  url: string;
  category: "performance" | "seo";
  formFactor: FormFactor;
  /** A folder for this run only: the browser's profile, `lhr.json` and `report.html` go there. */
  folder: string;
  /** Always set, because Puppeteer's own default browser is not installed. */
  executablePath: string;
  proxyUrl?: string;
  access?: LabAccess;
};

export type LabOrder = { kind: "run"; run: LabRun };
export type LabAnswer = { kind: "done" } | { kind: "failed"; code: string; message: string };

/** Code for a non-web address. */
export const ADDRESS_REFUSED = "ADDRESS_REFUSED";

export const LHR_FILE = "lhr.json";
export const REPORT_FILE = "report.html";
