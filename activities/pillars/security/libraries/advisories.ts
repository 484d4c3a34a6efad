// Where the advisories about script libraries come from: a package, or a file of the operator in the same format.
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { AdvisoryData } from "../../../../domain/pillars/security/gathered.ts";

/**
 * The package carries the repository of Retire.js (Apache-2.0) and is BSD-3-Clause itself. `date` is the day that
 * version was published: the data is not newer. A test holds both against the installed package.
 */
export const PACKAGED = {
  name: "@salesforce/code-analyzer-retirejs-engine",
  version: "0.32.0",
  date: "2026-07-18",
  file: "vulnerabilities/RetireJsVulns.json",
} as const;

export type Advisories = { file: string; data: AdvisoryData };

/** `path`: the operator's file, else the package's. Throws when the file is not there. */
export function findAdvisories(file: string | null | undefined): Advisories {
  if (file) {
    const written = statSync(file).mtime.toISOString().slice(0, 10);
    return { file: path.resolve(file), data: { source: path.basename(file), date: dateIn(file) ?? written } };
  }
  const root = packageFolder(PACKAGED.name);
  return {
    file: path.join(root, PACKAGED.file),
    data: { source: `${PACKAGED.name} ${PACKAGED.version} (Retire.js)`, date: PACKAGED.date },
  };
}

/** A copied file gets a new time, so an operator may name the day in the file name: `jsrepository-2026-10-01.json`. */
function dateIn(file: string): string | null {
  const day = /\d{4}-\d{2}-\d{2}/.exec(path.basename(file))?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null;
}

function packageFolder(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  return entry.slice(0, entry.lastIndexOf(path.join(...name.split("/"))) + path.join(...name.split("/")).length);
}

export type RetireEntry = {
  vulnerabilities: {
    below?: string;
    severity?: string;
    identifiers?: Record<string, string | string[]>;
    info?: string[];
  }[];
  extractors: Record<string, unknown>;
};

/** Entries that stand for no library: an example, and a list of addresses whose patterns lack the version. */
const NO_LIBRARIES = ["retire-example", "dont check"];

/** Throws a sentence when the text is not a repository of Retire.js. `text` has its version marks replaced already. */
export function parseRepository(text: string): Record<string, RetireEntry> {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new Error("The advisories are not an object of libraries.");
  const entries = Object.entries(parsed).filter(([name]) => !NO_LIBRARIES.includes(name));
  for (const [name, entry] of entries) {
    if (!Array.isArray(entry?.vulnerabilities) || typeof entry?.extractors !== "object" || entry.extractors === null)
      throw new Error(`The advisories lack vulnerabilities or extractors of ${name.slice(0, 60)}.`);
  }
  if (entries.length === 0) throw new Error("The advisories name no library.");
  return Object.fromEntries(entries);
}

/** The expressions that ask a page for versions; only older formats of the repository have them. */
export function pageExpressions(file: string): { component: string; expression: string }[] {
  return Object.entries(parseRepository(readFileSync(file, "utf8"))).flatMap(([component, { extractors }]) => {
    const { func } = extractors;
    return Array.isArray(func)
      ? func.filter((one) => typeof one === "string").map((expression) => ({ component, expression }))
      : [];
  });
}
