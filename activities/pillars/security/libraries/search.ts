// Finds script libraries by address, file name, content and in the page, and merges the results.

import type { Visit } from "../../../../browsers/page/visit.ts";
import { withoutSecrets } from "../../../../domain/pillars/security/addresses.ts";
import {
  type AdvisoryData,
  DETECTIONS,
  type Library,
  type LibraryScan,
} from "../../../../domain/pillars/security/gathered.ts";
import { type Advisories, findAdvisories } from "../../../../platform/advisories.ts";
import type { GatherTools } from "../../../audit/pillar.ts";
import type { ScriptBodies } from "../scriptBodies.ts";
import { pageExpressions } from "./pageExpressions.ts";
import { pageVersions } from "./pageVersions.ts";
import { createLibraryScanner, type Detected, type LibraryScanner, ScanFailedError } from "./scanner.ts";

export type LibrarySearch = {
  find(visit: Visit, scripts: ScriptBodies, inlineTexts: readonly string[]): Promise<LibraryScan>;
};

const MAX_LIBRARIES = 100;
const MAX_PLACES = 10;

/** One thread for all pages of a worker, created when the first page needs it. */
let shared:
  | { advisories: Advisories; expressions: ReturnType<typeof pageExpressions>; scanner: LibraryScanner }
  | undefined;

export function createLibrarySearch({
  run,
  config,
  signal,
  log,
}: Pick<GatherTools, "run" | "config" | "signal" | "log">): LibrarySearch {
  if (run.options.cveScan === false) {
    const reason = "The plan does not include the search for libraries with known vulnerabilities.";
    return { find: async () => ({ state: "skipped", reason }) };
  }
  return {
    async find(visit, scripts, inlineTexts) {
      try {
        const { advisories, expressions, scanner } = open(config.advisoriesPath, config.dataDir);
        const versions = await pageVersions(visit.lease, visit.guard, expressions);
        return await findAll(scanner, advisories.data, scripts, inlineTexts, versions, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (visit.guard.signal.aborted) throw error;
        const why = error instanceof Error ? error.message : String(error);
        log("warn", "the search for libraries failed", { runId: run.runId, why });
        const reason =
          error instanceof ScanFailedError
            ? error.message
            : "The advisories about libraries cannot be read; see the worker's log.";
        return { state: "not_measured", reason };
      }
    },
  };
}

function open(file: string | null, dataDir: string): NonNullable<typeof shared> {
  const advisories = findAdvisories(file, dataDir);
  if (shared?.advisories.file === advisories.file && shared.advisories.data.date === advisories.data.date)
    return shared;
  void shared?.scanner.close();
  shared = {
    advisories,
    expressions: pageExpressions(advisories.file),
    scanner: createLibraryScanner({ file: advisories.file }),
  };
  return shared;
}

/** A single script that cannot be searched counts as unread; if none can, the whole search has failed. */
export async function findAll(
  scanner: LibraryScanner,
  data: AdvisoryData,
  scripts: ScriptBodies,
  inlineTexts: readonly string[],
  versions: { component: string; version: string }[],
  signal: AbortSignal,
): Promise<LibraryScan> {
  const read = new Map(scripts.bodies.map(({ url, text }) => [url, text]));
  const asked: { url: string; text: string | null }[] = [
    ...scripts.urls.map((url) => ({ url, text: read.get(url) ?? null })),
    ...inlineTexts.map((text) => ({ url: "", text })),
  ];
  const libraries = new Map<string, Library>();
  let unreadScripts = scripts.unread;
  let failures = 0;
  let problem: ScanFailedError | undefined;
  for (const script of asked) {
    try {
      join(libraries, await scanner.script(script, signal), script.url);
    } catch (error) {
      if (!(error instanceof ScanFailedError)) throw error;
      problem = error;
      failures += 1;
      if (script.text !== null) unreadScripts += 1;
      // A thread that dies repeatedly is not the script's fault.
      if (failures >= 3) break;
    }
  }
  if (problem !== undefined && (failures === asked.length || failures >= 3)) throw problem;
  join(libraries, await scanner.versions(versions, signal), "");
  return { state: "scanned", data, unreadScripts, libraries: [...libraries.values()].slice(0, MAX_LIBRARIES) };
}

function join(libraries: Map<string, Library>, found: readonly Detected[], url: string): void {
  const place = withoutSecrets(url);
  for (const { component, version, detection, advisories } of found) {
    const key = `${component} ${version}`;
    const known = libraries.get(key) ?? { component, version, detectedBy: [], places: [], advisories };
    libraries.set(key, known);
    if (!known.detectedBy.includes(detection)) known.detectedBy.push(detection);
    known.detectedBy.sort((a, b) => DETECTIONS.indexOf(a) - DETECTIONS.indexOf(b));
    if (url !== "" && !known.places.includes(place) && known.places.length < MAX_PLACES) known.places.push(place);
  }
}

/** For tests, whose process continues with other files; a worker that ends takes its thread along. */
export async function closeSharedScanner(): Promise<void> {
  const { scanner } = shared ?? {};
  shared = undefined;
  await scanner?.close();
}
