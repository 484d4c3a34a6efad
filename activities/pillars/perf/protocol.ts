// What the worker and its Lighthouse child say to each other over the child's channel. Never on a command line: it holds secrets.
import type { StoredItems } from "../../../browsers/page/session.ts";
import type { FormFactor } from "../../../domain/pillars/perf/measurements.ts";

/** How the browser enters the site. Headers go to `origin` alone. */
export type LabAccess = {
  origin: string;
  headers: { name: string; value: string }[];
  cookies: LabCookie[];
  /** What the site's storage holds for somebody who is signed in, by origin. */
  stored: Record<string, StoredItems>;
  /** Values that must not be in anything that is kept. */
  secrets: string[];
};

/** One of `url` and `domain` says whose it is, as in the protocol's Network.setCookie. */
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
  /** A folder of this run's own: the browser's profile, `lhr.json` and `report.html` go there. */
  folder: string;
  /** undefined: a browser that Puppeteer itself knows does not exist, so there is always a path. */
  executablePath: string;
  proxyUrl?: string;
  access?: LabAccess;
};

export type LabOrder = { kind: "run"; run: LabRun };
export type LabAnswer = { kind: "done" } | { kind: "failed"; code: string; message: string };

/** The code of a page that is none of the web. */
export const ADDRESS_REFUSED = "ADDRESS_REFUSED";

export const LHR_FILE = "lhr.json";
export const REPORT_FILE = "report.html";
