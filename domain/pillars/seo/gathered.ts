// Data gathered about one page for the SEO rules: plain JSON, limited in count and length.
import type { RobotsProblem } from "../../robots/validate.ts";

export type SeoRedirect = { status: number; from: string; to: string };

/** `name`: name or property of the meta element in lower case. `inHead`: if false, search engines may ignore it. */
export type SeoMeta = { name: string; content: string; inHead: boolean };

/** `href`: as written by the author. `url`: absolute URL; null if it is not http(s). */
export type SeoHref = { href: string; url: string | null; inHead: boolean };

export type SeoHeading = { level: number; text: string };

export type SeoImage = {
  src: string;
  /** Null if there is no alt attribute. "" marks a decorative image. */
  alt: string | null;
  /** Whether it is not rendered, hidden from assistive technology, decorative by its role, or at most 2 × 2 px. */
  ignorable: boolean;
};

export type SeoLink = {
  /** Null if there is no href attribute. Values that look like secrets are removed. */
  href: string | null;
  url: string | null;
  /** Text, label or the alt texts of its images. */
  name: string;
  rel: string;
  rendered: boolean;
  /** Whether it works only with a mouse and scripts: it has no href, but listens for clicks or has the role link. */
  scripted: boolean;
  /** Set if it has no href, but attributes that only a link with a URL can have (target, rel …). */
  unaddressed?: boolean;
  /** Set if its href is not a valid URL of any scheme, so browsers do not follow it. Missing in data of older runs. */
  unreadable?: boolean;
  /** The role attribute; "" if there is none. */
  role: string;
  /** Language of its text if it differs from the document's. Missing in data of older runs. */
  lang?: string;
};

export type SeoDocument = {
  titles: string[];
  metas: SeoMeta[];
  canonicals: SeoHref[];
  hreflangs: (SeoHref & { lang: string })[];
  headings: SeoHeading[];
  lang: string | null;
  jsonLd: { text: string; truncated: boolean }[];
  images: SeoImage[];
  links: SeoLink[];
  /** Content of the meta refresh; "" if there is none. */
  refresh: string;
  /** The encoding that the browser used. */
  charset: string;
  charsetDeclared: boolean;
  hasIcon: boolean;
  /** Total counts, including elements beyond the limits. `linksLeft`: links that were not looked at; missing in data of older runs. */
  counts: { headings: number; images: number; links: number; jsonLd: number; hreflangs: number; linksLeft?: number };
};

/** The head as sent by the server, before scripts run. `title` is null if it contains character references that were not decoded. */
export type ServedHead = {
  title: string | null;
  titleCount: number;
  canonicals: string[];
  /** Meta elements for robots, all or a certain one. Missing in data of older runs. */
  robotMetas?: SeoMeta[];
  hreflangs: { lang: string; url: string }[];
};

export type RobotsTxt =
  | {
      state: "read";
      /** Whether Googlebot is allowed; null if no rule applies to the URL. */
      allowed: boolean | null;
      line: number | null;
      sitemaps: string[];
      /** Whether it was truncated at 500 KiB, as search engines do. */
      truncated: boolean;
      isHtml: boolean;
      /** Number of rules beyond the limit. Missing in data of older runs. */
      rulesLeftOut?: number;
      /** Lines without effect or with an unintended one. Missing in data of older runs. */
      problems?: RobotsProblem[];
      /** Number of problems beyond the listed ones. */
      problemsLeft?: number;
    }
  /** Without a file everything is allowed. */
  | { state: "absent"; status: number; sitemaps: [] }
  | { state: "unreachable"; status: number | null; reason: string; sitemaps: [] };

export type SeoPage = {
  /** ISO time of the visit. Missing in data of older runs. */
  at?: string;
  asked: string;
  finalUrl: string;
  status: number;
  loaded: boolean;
  redirects: SeoRedirect[];
  contentType: string | null;
  robotsHeaders: string[];
  /** URLs of Link headers with rel=canonical, as sent. */
  headerCanonicals: string[];
  /** Language versions in Link headers. Missing in data of older runs. */
  headerHreflangs?: (SeoHref & { lang: string })[];
  robotsTxt: RobotsTxt;
  /** Null if the response is not an HTML document. */
  document: SeoDocument | null;
  /** Null if it was not compared; `servedReason` says why. */
  served: ServedHead | null;
  servedReason: string;
};

/** Returns the trimmed content of the first meta element with the name, or null if there is none. */
export function metaOf(document: SeoDocument, name: string): string | null {
  return document.metas.find((meta) => meta.name === name)?.content.trim() ?? null;
}
