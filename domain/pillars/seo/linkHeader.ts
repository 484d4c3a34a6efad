// Parses Link headers (RFC 8288) in one pass, because the text is untrusted.

/** `rel`: lowercase words. `hreflang`: "" if there is none. */
export type HeaderLink = { href: string; rel: string[]; hreflang: string };

const LINK = /<([^<>]{0,2000})>((?:\s*;\s*[\w*-]{1,40}(?:\s*=\s*(?:"[^"]{0,500}"|[^\s";,]{0,500}))?)*)/g;
const PARAMETER = /;\s*([\w*-]{1,40})\s*=\s*(?:"([^"]{0,500})"|([^\s";,]{0,500}))/g;
const MAX_LINKS = 400;
const MAX_CHARACTERS = 20_000;

export function readLinkHeader(value: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  for (const [, href = "", parameters = ""] of value.slice(0, MAX_CHARACTERS).matchAll(LINK)) {
    if (links.length >= MAX_LINKS) break;
    const link: HeaderLink = { href: href.trim(), rel: [], hreflang: "" };
    for (const [, name = "", quoted, bare] of parameters.matchAll(PARAMETER)) {
      const text = (quoted ?? bare ?? "").trim();
      if (name.toLowerCase() === "rel" && link.rel.length === 0) link.rel = text.toLowerCase().split(/\s+/);
      if (name.toLowerCase() === "hreflang" && link.hreflang === "") link.hreflang = text;
    }
    links.push(link);
  }
  return links;
}
