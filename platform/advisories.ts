// Finds the advisories about script libraries: those shipped with the service, newer ones that an administrator imported, or a file of the
// operator, all in the format of Retire.js.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readAdvisories } from "../domain/pillars/security/advisories.ts";
import type { AdvisoryData } from "../domain/pillars/security/gathered.ts";

export type Advisories = { file: string; data: AdvisoryData };

/** Folder of the shipped advisories; its NOTICE names the source. */
export const SHIPPED_FOLDER = fileURLToPath(new URL("../assets/advisories/", import.meta.url));
/** In the data folder. */
const IMPORTED_FOLDER = "advisories";
const IMPORTED = "Retire.js, imported";

/** Counts by file and modification time, because every page visit asks for them. */
const counted = new Map<string, Pick<AdvisoryData, "libraries" | "vulnerabilities">>();

/** Returns the operator's `file`, otherwise the newest of the data folder's and the shipped ones. Throws if the file does not exist. */
export function findAdvisories(file: string | null | undefined, dataDir: string | null = null): Advisories {
  if (file) {
    const written = statSync(file).mtime.toISOString().slice(0, 10);
    return describe(path.resolve(file), dateIn(file) ?? written, path.basename(file));
  }
  const known = [
    ...filesIn(SHIPPED_FOLDER, "Retire.js, with the service"),
    ...(dataDir === null ? [] : filesIn(path.join(path.resolve(dataDir), IMPORTED_FOLDER), IMPORTED)),
  ];
  const newest = known.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0];
  if (newest === undefined) throw new Error("The advisories that come with the service are missing.");
  return describe(newest.file, newest.date, newest.source);
}

function filesIn(folder: string, source: string): { file: string; date: string; source: string }[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const date = /^advisories-(\d{4}-\d{2}-\d{2})\.json$/.exec(name)?.[1];
      return date === undefined ? [] : [{ file: path.join(folder, name), date, source }];
    });
  } catch {
    return [];
  }
}

function describe(file: string, date: string, source: string): Advisories {
  const key = `${file} ${statSync(file).mtimeMs}`;
  const counts = counted.get(key) ?? countOf(file);
  counted.set(key, counts);
  return { file, data: { source, date, ...counts } };
}

/** Returns no counts for an unreadable file; the scan itself reports the reason. */
function countOf(file: string): Pick<AdvisoryData, "libraries" | "vulnerabilities"> {
  try {
    const { libraries, vulnerabilities } = readAdvisories(readFileSync(file, "utf8"));
    return { libraries, vulnerabilities };
  } catch {
    return {};
  }
}

/**
 * Returns the date in the file name: copying changes the modification time, so an operator may name the date, as in
 * `jsrepository-2026-10-01.json`.
 */
function dateIn(file: string): string | null {
  const day = /\d{4}-\d{2}-\d{2}/.exec(path.basename(file))?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null;
}

/**
 * Returns the file of the data folder for newer advisories: its path there, and its bytes. `date` is the day of the last change
 * (YYYY-MM-DD). Throws with a sentence for the user if the text is something else.
 */
export function advisoriesFile(date: string, text: string): { file: string; bytes: Buffer } {
  readAdvisories(text);
  return { file: `${IMPORTED_FOLDER}/advisories-${date}.json`, bytes: Buffer.from(text) };
}

/** Returns what was imported into the data folder for this day. Throws if it does not exist. */
export const importedAdvisories = (dataDir: string, date: string): Advisories =>
  describe(path.join(path.resolve(dataDir), IMPORTED_FOLDER, `advisories-${date}.json`), date, IMPORTED);
