// What is gathered of one page for the SEO rules: plain JSON, everything bounded in number and length.
import type { RobotsProblem } from "../../robots/validate.ts";

export type SeoRedirect = { status: number; from: string; to: string };

/** `name` is the meta's name or property in lower case; `inHead` false: search engines may leave it out of account. */
export type SeoMeta = { name: string; content: string; inHead: boolean };

/** `href` is what the author wrote; `url` the absolute address, null where there is none of http(s). */
export type SeoHref = { href: string; url: string | null; inHead: boolean };

export type SeoHeading = { level: number; text: string };

export type SeoImage = {
  src: string;
  /** null: no alt attribute. "" marks a decoration. */
  alt: string | null;
  /** Not rendered, hidden from assistive technology, a decoration by its role, or a dot of at most 2 × 2 px. */
  ignorable: boolean;
};

export type SeoLink = {
  /** null: no href attribute. Values that look like secrets are taken out. */
  href: string | null;
  url: string | null;
  /** Text, label, or the alternative texts of its images. */
  name: string;
  rel: string;
  rendered: boolean;
  /** Without an href it is a link only for those with a mouse and scripts: it listens for clicks, or says that it is a link. */
  scripted: boolean;
  /** It has no href, but attributes that only a link with an address can have (target, rel …). */
  unaddressed?: boolean;
  /** Its href is no address, whatever its scheme, so a browser does not follow it; absent in what older runs gathered. */
  unreadable?: boolean;
  /** role attribute, "" for none. */
  role: string;
  /** Language of its text where it is not the document's; absent in what older runs gathered. */
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
  /** Of the meta refresh, "" for none. */
  refresh: string;
  /** As the browser decoded it. */
  charset: string;
  charsetDeclared: boolean;
  hasIcon: boolean;
  /** How many there are, those beyond the bounds too. */
  counts: { headings: number; images: number; links: number; jsonLd: number; hreflangs: number };
};

/** The head as the server sent it, before scripts. `title` null: it holds signs that were not decoded. */
export type ServedHead = {
  title: string | null;
  titleCount: number;
  canonicals: string[];
  robots: string[];
  hreflangs: { lang: string; url: string }[];
};

export type RobotsTxt =
  | {
      state: "read";
      /** For Googlebot; null: the file says nothing that holds for the address. */
      allowed: boolean | null;
      line: number | null;
      sitemaps: string[];
      /** Cut at 500 KiB, as search engines do. */
      truncated: boolean;
      isHtml: boolean;
      /** Rules beyond those that are read; absent in what older runs gathered. */
      rulesLeftOut?: number;
      /** Lines that mean nothing, or not what was meant; absent in what older runs gathered. */
      problems?: RobotsProblem[];
      /** Such lines beyond those. */
      problemsLeft?: number;
    }
  /** No file, so nothing is forbidden. */
  | { state: "absent"; status: number; sitemaps: [] }
  | { state: "unreachable"; status: number | null; reason: string; sitemaps: [] };

export type SeoPage = {
  /** ISO time of the visit; absent in what older runs gathered. */
  at?: string;
  asked: string;
  finalUrl: string;
  status: number;
  loaded: boolean;
  redirects: SeoRedirect[];
  contentType: string | null;
  /** Values of X-Robots-Tag. */
  robotsHeaders: string[];
  /** Addresses of Link headers with rel=canonical, as they were sent. */
  headerCanonicals: string[];
  /** Language versions of Link headers; absent in what older runs gathered. */
  headerHreflangs?: (SeoHref & { lang: string })[];
  robotsTxt: RobotsTxt;
  /** null: what came is no HTML document. */
  document: SeoDocument | null;
  /** null: it was not compared; the reason is in `servedReason`. */
  served: ServedHead | null;
  servedReason: string;
};

/** The first content of a meta, trimmed; null: there is none of that name. */
export function metaOf(document: SeoDocument, name: string): string | null {
  return document.metas.find((meta) => meta.name === name)?.content.trim() ?? null;
}
