// Reads advisories about script libraries in the format of Retire.js.

export type RetireEntry = {
  vulnerabilities: {
    below?: string;
    severity?: string;
    identifiers?: Record<string, string | string[]>;
    info?: string[];
  }[];
  extractors: Record<string, unknown>;
};

/** Entries that are not libraries: an example, and a list of URLs whose patterns have no version. */
const NO_LIBRARIES = ["retire-example", "dont check"];

/** Returns the entries and the number of libraries and vulnerabilities. Throws an Error if the text is not a Retire.js repository. */
export function readAdvisories(text: string): {
  entries: Record<string, RetireEntry>;
  libraries: number;
  vulnerabilities: number;
} {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new Error("The advisories are not an object of libraries.");
  const entries: [string, RetireEntry][] = Object.entries(parsed).filter(([name]) => !NO_LIBRARIES.includes(name));
  for (const [name, entry] of entries) {
    if (!Array.isArray(entry?.vulnerabilities) || typeof entry?.extractors !== "object" || entry.extractors === null)
      throw new Error(`The advisories lack vulnerabilities or extractors of ${name.slice(0, 60)}.`);
  }
  if (entries.length === 0) throw new Error("The advisories name no library.");
  return {
    entries: Object.fromEntries(entries),
    libraries: entries.length,
    vulnerabilities: entries.reduce((sum, [, { vulnerabilities }]) => sum + vulnerabilities.length, 0),
  };
}
