// Converts collected data for storage: only the meta elements that rules read, and no secrets in addresses.
import { storableUrl } from "../../../domain/pillars/seo/address.ts";
import type { SeoDocument, SeoHref, SeoLink } from "../../../domain/pillars/seo/gathered.ts";
import type { Collected } from "./collect.ts";

/** Other meta elements of a page may contain confidential values (csrf-token). */
const KEPT_METAS = /^(description|robots|viewport|[a-z-]{1,30}bot|(og|twitter):[\w:.-]{1,60})$/;
const ABSOLUTE = /^\s*https?:\/\//i;

export function toDocument(page: Collected): SeoDocument {
  return {
    titles: page.titles,
    metas: page.metas
      .filter(({ name }) => KEPT_METAS.test(name))
      .map((meta) =>
        ABSOLUTE.test(meta.content) ? { ...meta, content: storableUrl(meta.content.trim()) ?? "" } : meta,
      ),
    canonicals: page.canonicals.map(toHref),
    hreflangs: page.hreflangs.map((alternate) => ({ ...toHref(alternate), lang: alternate.lang })),
    headings: page.headings,
    lang: page.lang,
    jsonLd: page.jsonLd,
    images: page.images
      .filter(({ src }) => src !== "")
      .map(({ src, alt, ignorable }) => ({
        src: storableUrl(src) ?? `${src.split(":")[0]?.slice(0, 20)}:`,
        alt,
        ignorable,
      })),
    links: page.links.map((link) => toLink(link, page.lang)),
    refresh: (page.refresh ?? "").split("?")[0] ?? "",
    charset: page.charset,
    charsetDeclared: page.charsetDeclared,
    hasIcon: page.hasIcon,
    counts: page.counts,
  };
}

function toHref({ href, url, inHead }: { href: string; url: string; inHead: boolean }): SeoHref {
  const kept = url === "" ? null : storableUrl(url);
  return { href: shownHref(href, kept), url: kept, inHead };
}

function toLink(link: Collected["links"][number], documentLang: string | null): SeoLink {
  const url = link.url === "" ? null : storableUrl(link.url);
  const { name, rel, rendered, scripted, role, unaddressed } = link;
  const href = link.href === null ? null : shownHref(link.href, url);
  const lang = link.lang === "" || link.lang === documentLang ? {} : { lang: link.lang };
  // The page also returns "" for an empty href, which leads to the page itself.
  const unreadable = link.url === "" && (link.href ?? "").trim() !== "";
  return {
    href,
    url,
    name,
    rel,
    rendered,
    scripted,
    role,
    ...lang,
    ...(unaddressed && { unaddressed }),
    ...(unreadable && { unreadable }),
  };
}

/** As written by the author, but a query is kept only in an address that was sanitized. */
export function shownHref(href: string, url: string | null): string {
  if (url !== null && ABSOLUTE.test(href)) return url;
  const scheme = /^\s*(?!https?:)([a-z][a-z0-9+.-]{0,20}:)/i.exec(href)?.[1];
  return scheme ?? (href.split(/[?#]/)[0] || href.slice(0, 1)).slice(0, 200);
}
