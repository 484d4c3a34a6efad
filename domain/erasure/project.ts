// Whether a stored value names a project that is being deleted.

export type NamedProject = { id: string; slug: string; name: string; baseUrl: string };

/** Shorter names are ordinary words too often. */
const MIN_IN_TEXT = 4;

/** `inText`: a name within a sentence counts too, as in a conversation. Else a text must be the name, or be on the project's site. */
export function projectNamer(
  { id, slug, name, baseUrl }: NamedProject,
  { inText }: { inText: boolean },
): (value: unknown) => boolean {
  const site = baseUrl.replace(/\/+$/, "").toLowerCase();
  const whole = name.trim().toLowerCase();
  const words = [name.trim(), slug].filter((one) => one.length >= MIN_IN_TEXT);
  const word =
    inText && words.length > 0
      ? new RegExp(
          `(?<![\\p{L}\\p{N}-])(?:${words.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?![\\p{L}\\p{N}-])`,
          "iu",
        )
      : null;

  const names = (value: unknown, key: string): boolean => {
    if (typeof value === "string") {
      if (value === id || value.includes(id)) return true;
      if (key === "project" || key === "slug") return value === slug;
      const text = value.toLowerCase();
      return text === whole || text.startsWith(site) || (word?.test(value) ?? false) || (inText && text.includes(site));
    }
    if (Array.isArray(value)) return value.some((one) => names(one, key));
    if (typeof value !== "object" || value === null || value instanceof Date || ArrayBuffer.isView(value)) return false;
    return Object.entries(value).some(([name, one]) => names(one, name));
  };
  return (value) => names(value, "");
}
