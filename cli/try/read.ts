// Reads what was found: each configuration as a part of one project, and the baselines that other tools store.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { backstopBitmaps, bitmapsFolder } from "../../domain/import/backstopBitmaps.ts";
import { nearestViewport } from "../../domain/import/backstopViewports.ts";
import { type FoundKind, RUNS_OF } from "../../domain/import/findable.ts";
import { saysOptionsOfRun } from "../../domain/import/lighthouseBudgets.ts";
import type { Part } from "../../domain/import/mergeSections.ts";
import { readScenarioText } from "../../domain/import/parseScenarioFile.ts";
import { playwrightShots } from "../../domain/import/playwrightShots.ts";
import type { LeftOut } from "../../domain/import/types.ts";
import type { Modes } from "../../domain/visual/modes.ts";
import { ClientError, wrongUse } from "../client/exit.ts";
import { type ConvertedSource, convertSource } from "../import/convertSource.ts";
import { filesBelow, MAX_FILES, type PictureFile, picturesOf, usedModes } from "../import/playwright.ts";
import { readPlaywrightConfig } from "../import/playwrightConfig.ts";
import type { BaselinePicture } from "../import/uploadBaselines.ts";
import type { Found } from "./find.ts";

/** `origins`: origins of the served Storybooks, by path. */
type Reading = { repository: string; origins: ReadonlyMap<string, string> };
/** `place`: the path where it was found. `keep`: the command that imports it permanently; null if there is none. */
export type ReadConfiguration = {
  as: FoundKind;
  place: string;
  part: Part;
  pictures: BaselinePicture[];
  keep: string[] | null;
  /** Modes that the pictures use. */
  modes: Modes;
};

const NOT_BUILT = "is the source of a Storybook: build it (npx storybook build), and its stories are tested too";

/** Reads all configurations. What cannot be read is in `unread` with the reason, and does not affect the others. */
export async function readFound(
  found: readonly Found[],
  reading: Reading,
): Promise<{ read: ReadConfiguration[]; unread: LeftOut[] }> {
  const read: ReadConfiguration[] = [];
  const unread: LeftOut[] = [];
  const pictures: string[] = [];
  const built = found.some(({ as }) => as === "storybook");
  for (const { as, place } of found)
    try {
      if (as === "storybook-source") unread.push(...(built ? [] : [{ path: place, reason: NOT_BUILT }]));
      else if (as === "playwright") pictures.push(place);
      else read.push(await readOne(as, place, reading));
    } catch (error) {
      unread.push(unreadAt(place, error));
    }
  if (pictures.length > 0) read.push(...(await readPictures(pictures, reading.repository, unread)));
  return { read, unread };
}

/** Rethrows errors that the person cannot do anything about. */
function unreadAt(place: string, error: unknown): LeftOut {
  if (!(error instanceof ClientError)) throw error;
  return { path: place, reason: error.message.replace(`${place}: `, "").replace(`${place} `, "") };
}

async function readOne(
  as: Exclude<FoundKind, "playwright">,
  place: string,
  { repository, origins }: Reading,
): Promise<ReadConfiguration> {
  const source = as === "storybook" ? path.posix.join(place, "index.json") : place;
  const origin = origins.get(place);
  const from = origin === undefined ? undefined : `${origin}/index.json`;
  const made = await convertSource(as, source, { cwd: repository, from });
  const bitmaps = as === "backstopjs" ? await readBitmaps(made, path.resolve(repository, path.dirname(place))) : null;
  const { runs = RUNS_OF[as], budgets = {} } = made.asks ?? {};
  return {
    as,
    place,
    part: {
      file: place,
      sections: made.sections,
      // The budgets are used by the runs of this command.
      leftOut: [...made.leftOut.filter((one) => !saysOptionsOfRun(one)), ...(bitmaps?.leftOut ?? [])],
      own: as === "storybook",
      runs,
      budgets,
    },
    pictures: bitmaps?.pictures ?? [],
    keep: ["plumbline", "import", as, source],
    modes: {},
  };
}

/**
 * Reads the reference bitmaps of pages that Plumbline captures itself, as baselines; `fitPictures` checks later whether they fit the
 * merged project.
 */
async function readBitmaps(
  { text, sections }: ConvertedSource,
  folder: string,
): Promise<{ pictures: BaselinePicture[]; leftOut: LeftOut[] }> {
  const config = readScenarioText(text) as Record<string, unknown>;
  const below = path.resolve(folder, bitmapsFolder(config));
  const files = await readdir(below).catch(() => []);
  if (files.length === 0) return { pictures: [], leftOut: [] };
  const sizes = sections.viewports ?? {};
  const { bitmaps, leftOut } = backstopBitmaps(config, files, { scenarios: sections.scenarios ?? [], sizes });
  const pictures = bitmaps.map(async ({ label: name, viewport, width, height, file }): Promise<BaselinePicture> => {
    const size = { viewport, width, height };
    const taken = { browser: "chromium", browserVersion: "of BackstopJS", platform: "unknown", test: file } as const;
    return { bytes: await readFile(path.join(below, file)), query: { name, ...size, ...taken, visited: "yes" } };
  });
  return { pictures: await Promise.all(pictures), leftOut };
}

/** Reads each folder beside its tests. Pictures of the same name in different folders are distinguished as in `plumbline import playwright`. */
async function readPictures(
  places: readonly string[],
  repository: string,
  unread: LeftOut[],
): Promise<ReadConfiguration[]> {
  const top = commonFolder(places);
  const { files, others } = await filesIn(places, { repository, top, unread });
  const { projects, modes, leftOut: ofConfig } = await readPlaywrightConfig(repository);
  const { shots, leftOut: ofNames } = playwrightShots(files, {
    otherwise: "chromium",
    nearest: nearestViewport,
    projects,
  });
  const leftOut = [...others, ...ofConfig, ...ofNames];
  if (shots.length === 0) {
    unread.push(...leftOut.map((one) => ({ ...one, path: path.posix.join(top, one.path) })));
    return [];
  }
  return [
    {
      as: "playwright",
      place: top,
      part: { file: top, sections: {}, leftOut, own: false, runs: [], budgets: {} },
      pictures: await picturesOf(path.resolve(repository, top), { shots, files }),
      keep: ["plumbline", "import", "playwright", top, "--apply"],
      modes: usedModes(shots, modes),
    },
  ];
}

/** Returns the files of the found folders only, with paths relative to `top`. A folder that cannot be read is in `unread`. */
async function filesIn(
  places: readonly string[],
  { repository, top, unread }: { repository: string; top: string; unread: LeftOut[] },
): Promise<{ files: PictureFile[]; others: LeftOut[] }> {
  const files: PictureFile[] = [];
  const others: LeftOut[] = [];
  for (const place of places)
    try {
      const found = await filesBelow(path.resolve(repository, place), place);
      if (files.length + found.files.length > MAX_FILES)
        throw wrongUse(
          `${place} is left out: with the folders before it there are more than ${MAX_FILES} screenshots.`,
        );
      const below = path.posix.relative(top, place);
      const inTop = <T extends { path: string }>(one: T): T => ({ ...one, path: path.posix.join(below, one.path) });
      files.push(...found.files.map(inTop));
      others.push(...found.unread.map(inTop));
    } catch (error) {
      unread.push(unreadAt(place, error));
    }
  return { files, others };
}

/** Returns the folder that contains all of them. */
function commonFolder(places: readonly string[]): string {
  const [first = [], ...others] = places.map((place) => place.split("/").slice(0, -1));
  const same = first.findIndex((part, at) => others.some((one) => one[at] !== part));
  return (same < 0 ? first : first.slice(0, same)).join("/") || ".";
}
