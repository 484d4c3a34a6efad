// Extracts the screenshots of a loading page from a Lighthouse result. They come from the page's browser, so everything is limited in size.

export type Frame = { ms: number; data: string };

const MAX_FRAMES = 12;
/** Maximum length of one screenshot as a data URL. Lighthouse's own have about 5,000 characters. */
const MAX_CHARACTERS = 40_000;
const PICTURE = /^data:image\/(?:jpeg|webp|png);base64,[A-Za-z0-9+/]+=*$/;

type Json = Record<string, unknown>;
const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

/** Returns [] if the result has none. */
export function filmstripOf(lhr: unknown): Frame[] {
  const { items } = object(object(object(object(lhr).audits)["screenshot-thumbnails"]).details);
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_FRAMES).flatMap((item) => {
    const { timing, data } = object(item);
    const fits = typeof data === "string" && data.length <= MAX_CHARACTERS && PICTURE.test(data);
    return fits && typeof timing === "number" && Number.isFinite(timing) ? [{ ms: Math.round(timing), data }] : [];
  });
}
