// Previews: the site of a branch at its own address, whose pages correspond to those of the site that it stands for.
import { escapeRegExp } from "../text.ts";
import { addressProblem, atOrigin } from "./pageAddress.ts";

/** Days without a run of its branch after which a preview is deleted. Its runs are kept. */
export const PREVIEW_KEPT_DAYS = 14;

/** Data that a run on a preview stores. */
export type Preview = {
  /** Ephemeral environment of the branch. */
  environmentId: string;
  /** Base URL that the run visits, even if the branch moves later. */
  baseUrl: string;
  /** Base URL of the site that the preview stands for. Results are compared and named as if they were found there. */
  standsFor: string;
  /** Environment whose credentials are used; null if the site needs none. */
  accessOf: string | null;
};

/** The base URL of a run on a preview, or what is wrong with the given address, in words that follow the field's name. */
export type PreviewAddress = { baseUrl: string; problem?: undefined } | { problem: string };

/** Returns the preview's base URL. If the site is below a path, so is its preview. */
export function previewAddress(text: string, standsFor: string): PreviewAddress {
  const wrong = addressProblem(text, { relative: false });
  if (wrong !== null) return { problem: wrong };
  const url = new URL(text);
  if (url.pathname !== "/" || /[?#]/.test(text))
    return { problem: "must be a scheme and a host, without path, query and fragment" };
  const own = new URL(standsFor);
  // Credentials entered for an encrypted connection must not be sent unencrypted.
  if (own.protocol === "https:" && url.protocol !== "https:")
    return { problem: "must be an https address, like the site it previews" };
  return { baseUrl: `${url.origin}${own.pathname.replace(/\/+$/, "")}` };
}

/** Returns the address by which a new run names the preview of a run, without the path of the site; null if it was on none. */
export const namedPreview = ({ preview }: { preview?: Pick<Preview, "baseUrl"> | null }): string | null =>
  preview ? new URL(preview.baseUrl).origin : null;

export type AddressMap = (text: string) => string;
/** Where a site is visited, and which site it stands for. */
export type Moved = Pick<Preview, "standsFor" | "baseUrl">;

/** Returns the ways in which texts name a host: as an origin, with its port, and alone. */
function spellings(address: string): { origin: string; host: string; hostname: string } {
  const { origin, host, hostname } = new URL(address);
  return { origin, host, hostname };
}

/**
 * Returns a function that rewrites addresses of one site in a text to those of another. Host names alone are rewritten too, as they occur
 * in certificates, cookies and server names, except single-word names, which could be any word of a text.
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
  // A name that continues on either side is a different one, and "info@shop.example" is not a page.
  const whole = new RegExp(`(?<![\\w@-])(?<![\\w-]\\.)(?:${any})(?![\\w-]|\\.\\w|:\\d)`, "g");
  return (text) => text.replace(whole, (one) => pairs.get(one) ?? one);
}

/** Returns functions that translate texts to the site that a preview stands for, and back. */
export const translation = ({ standsFor, baseUrl }: Moved): { inward: AddressMap; outward: AddressMap } => ({
  inward: moveAddresses(baseUrl, standsFor),
  outward: moveAddresses(standsFor, baseUrl),
});

/** Moves a URL of the site that a preview stands for to the preview. Other URLs are returned unchanged. */
export function atPreview(url: string, { standsFor, baseUrl }: Moved): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== new URL(standsFor).origin) return url;
  return atOrigin(parsed, new URL(baseUrl).origin);
}
