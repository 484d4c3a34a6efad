// A preview: the site of a branch at an address of its own, whose pages are those of the address that it stands for.
import { escapeRegExp } from "../text.ts";
import { addressProblem, atOrigin } from "./pageAddress.ts";

/** Days without a run of its branch after which a preview is forgotten. Its runs stay. */
export const PREVIEW_KEPT_DAYS = 14;

/** What a run at a preview address keeps. */
export type Preview = {
  /** The ephemeral environment of its branch. */
  environmentId: string;
  /** What the run visits, whatever address the branch has later. */
  baseUrl: string;
  /** The address whose pages these are: results are compared and named as if they were found there. */
  standsFor: string;
  /** The environment whose access is used; null: the site is open. */
  accessOf: string | null;
};

/** The base address of a run at a preview, or what is wrong with what was given: words that follow the field's name. */
export type PreviewAddress = { baseUrl: string; problem?: undefined } | { problem: string };

/** The preview of a site below a path has the same path. */
export function previewAddress(text: string, standsFor: string): PreviewAddress {
  const wrong = addressProblem(text, { relative: false });
  if (wrong !== null) return { problem: wrong };
  const url = new URL(text);
  if (url.pathname !== "/" || /[?#]/.test(text))
    return { problem: "must be a scheme and a host, without path, query and fragment" };
  const own = new URL(standsFor);
  // What is sealed for an encrypted connection must not be sent in the clear.
  if (own.protocol === "https:" && url.protocol !== "https:")
    return { problem: "must be an https address, like the site it previews" };
  return { baseUrl: `${url.origin}${own.pathname.replace(/\/+$/, "")}` };
}

export type AddressMap = (text: string) => string;
/** Where a site is visited, and which one it stands for. */
export type Moved = Pick<Preview, "standsFor" | "baseUrl">;

/** How a text names a host: as origin, with its port, and alone. */
function spellings(address: string): { origin: string; host: string; hostname: string } {
  const { origin, host, hostname } = new URL(address);
  return { origin, host, hostname };
}

/**
 * Rewrites the addresses of one site in a text as those of another. Names alone are rewritten too, as certificates, cookies and
 * server names hold them, but for those of one word, which are words of any text.
 */
export function moveAddresses(fromUrl: string, toUrl: string): AddressMap {
  const from = spellings(fromUrl);
  const to = spellings(toUrl);
  const pairs = new Map<string, string>([
    [from.origin, to.origin],
    [encodeURIComponent(from.origin), encodeURIComponent(to.origin)],
  ]);
  if (/[.:]/.test(from.host)) pairs.set(from.host, to.host);
  if (from.hostname.includes(".") && from.hostname !== to.hostname) pairs.set(from.hostname, to.hostname);
  const any = [...pairs.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escapeRegExp)
    .join("|");
  // A name that continues on either side is another one; "info@shop.example" is nobody's page.
  const whole = new RegExp(`(?<![\\w@-])(?<![\\w-]\\.)(?:${any})(?![\\w-]|\\.\\w|:\\d)`, "g");
  return (text) => text.replace(whole, (one) => pairs.get(one) ?? one);
}

/** To what a preview stands for, and back. */
export const translation = ({ standsFor, baseUrl }: Moved): { inward: AddressMap; outward: AddressMap } => ({
  inward: moveAddresses(baseUrl, standsFor),
  outward: moveAddresses(standsFor, baseUrl),
});

/** An address of the site that a preview stands for, at the preview; every other one as it is. */
export function atPreview(url: string, { standsFor, baseUrl }: Moved): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== new URL(standsFor).origin) return url;
  return atOrigin(parsed, new URL(baseUrl).origin);
}
