// `plumbline import playwright DIR`: imports Playwright's stored screenshots as baselines of uploaded screenshots.
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { nearestViewport } from "../../domain/import/backstopViewports.ts";
import { type ImportedShot, playwrightShots, type ShotFile } from "../../domain/import/playwrightShots.ts";
import type { LeftOut } from "../../domain/import/types.ts";
import { FILE_VERSION } from "../../domain/projectFile/types.ts";
import { plural } from "../../domain/text.ts";
import type { Modes } from "../../domain/visual/modes.ts";
import { BROWSERS, type BrowserName } from "../../domain/visual/shot.ts";
import { CLIENT_EXIT, type ClientExit, wrongUse } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { readConfig, sendConfig } from "../projectFile/send.ts";
import { notImported } from "./notImported.ts";
import { readPlaywrightConfig } from "./playwrightConfig.ts";
import { type BaselinePicture, uploadBaselines } from "./uploadBaselines.ts";

/** Maximum number of files read in one import. */
export const MAX_FILES = 2_000;
/** The widest viewport that the service accepts. */
const MAX_PIXELS = 10_000;

/** What a folder of screenshots does not contain. */
const OF_TESTS: LeftOut = {
  path: "",
  reason:
    "Options of toHaveScreenshot() (mask, maxDiffPixels, maxDiffPixelRatio, threshold, stylePath) are in the tests: pass plumbline() its own",
};

export type PictureFile = ShotFile & { height: number; bytes: number };

/** Without `--apply`, only lists what would be imported. */
export async function importPlaywright(use: CommandUse, source: string): Promise<ClientExit> {
  const { options, out, service, settings, cwd } = use;
  const browser = textOf(options, "browser") ?? "chromium";
  if (!BROWSERS.some((one) => one === browser)) throw wrongUse(`--browser takes ${BROWSERS.join(", ")}.`);
  const folder = path.resolve(cwd, source);
  const { files, unread } = await filesBelow(folder, source);
  const { projects, modes, leftOut: ofConfig } = await readPlaywrightConfig(cwd);
  const mapped = playwrightShots(files, { otherwise: browser as BrowserName, nearest: nearestViewport, projects });
  const leftOut = [...unread, ...ofConfig, ...mapped.leftOut, OF_TESTS];
  const { shots } = mapped;
  if (shots.length === 0) throw wrongUse(`${source} has no screenshot to import.`);
  if (options.apply !== true) {
    out.answer({ shots, modes: usedModes(shots, modes), leftOut }, [
      `${plural(shots.length, "screenshot would become a baseline", "screenshots would become baselines")}:`,
      ...lines(shots, leftOut),
    ]);
    out.note('With --apply they are uploaded. Tests then call plumbline(page, "NAME") with these names.');
    return CLIENT_EXIT.passed;
  }
  await addModes(service, settings.project, usedModes(shots, modes));
  const pictures = await picturesOf(folder, { shots, files });
  const { runId, error, refused } = await uploadBaselines(service, settings, pictures);
  const taken = shots.filter((shot) => !refused.some((one) => one.path === shot.path));
  const exit = error === null ? CLIENT_EXIT.passed : CLIENT_EXIT.errored;
  const said =
    error === null
      ? `${plural(taken.length, "screenshot became a baseline", "screenshots became baselines")} (${runId}):`
      : `Not done (${runId}): ${error}`;
  const all = [...refused, ...leftOut];
  out.answer({ runId, shots: taken, leftOut: all, error, exit }, [said, ...lines(taken, all)]);
  return exit;
}

const lines = (shots: readonly ImportedShot[], leftOut: readonly LeftOut[]): string[] => [
  ...shots.map((shot) => `  ${shot.path}: "${shot.name}" (${placeOf(shot)})`),
  ...notImported(leftOut),
];

const placeOf = ({ viewport, browser, mode }: ImportedShot): string =>
  [viewport, browser, mode].filter((part) => part !== undefined).join(", ");

/** Returns the modes that some of the screenshots use. */
export const usedModes = (shots: readonly ImportedShot[], modes: Modes): Modes =>
  Object.fromEntries(Object.entries(modes).filter(([name]) => shots.some(({ mode }) => mode === name)));

/** Adds the modes that the project does not have; an existing one of the same name is unchanged. */
async function addModes(service: Service, project: string | null, modes: Modes): Promise<void> {
  if (Object.keys(modes).length === 0) return;
  const { file } = await readConfig(service, project);
  const there = (file.modes ?? {}) as Modes;
  const missing = Object.entries(modes).filter(([name]) => !Object.hasOwn(there, name));
  if (missing.length === 0) return;
  const config = { version: FILE_VERSION, project: file.project, modes: { ...there, ...Object.fromEntries(missing) } };
  await sendConfig(service, { project, config, mode: "apply" });
}

export async function filesBelow(folder: string, source: string): Promise<{ files: PictureFile[]; unread: LeftOut[] }> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw wrongUse(`Folder not found: ${source}.`);
  const files: PictureFile[] = [];
  const unread: LeftOut[] = [];
  const own = path.basename(folder);
  for (const found of await readdir(folder, { recursive: true })) {
    const parts = found.split(path.sep);
    if (parts.includes("node_modules")) continue;
    if (!found.endsWith(".png")) {
      // Text snapshots, accessibility snapshots and pictures in other formats are stored beside the screenshots.
      if ([own, ...parts.slice(0, -1)].some(ofTest) && path.extname(found) !== "")
        unread.push({ path: parts.join("/"), reason: "is not a screenshot in PNG" });
      continue;
    }
    if (files.length >= MAX_FILES)
      throw wrongUse(`${source} contains more than ${MAX_FILES} screenshots: import part of it.`);
    const name = parts.join("/");
    const bytes = await readFile(path.join(folder, found));
    const size = sizeOf(bytes);
    if (size) files.push({ path: name, ...size, bytes: bytes.length });
    else unread.push({ path: name, reason: "is not a PNG" });
  }
  return { files, unread };
}

/** Whether this is the folder that Playwright keeps beside a test file. */
const ofTest = (folder: string): boolean => folder.endsWith("-snapshots");

/** Reads the size from the header; the service validates the rest. Null if it is not a PNG. */
export function sizeOf(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 24 || bytes.toString("latin1", 1, 4) !== "PNG") return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Returns the shots with their pictures, ready for upload. */
export async function picturesOf(
  folder: string,
  { shots, files }: { shots: readonly ImportedShot[]; files: readonly PictureFile[] },
): Promise<BaselinePicture[]> {
  return Promise.all(
    shots.map(async ({ name, viewport, browser, platform, mode, path: file }) => {
      const { width = 1, height = 1 } = files.find((one) => one.path === file) ?? {};
      const size = { width: Math.min(width, MAX_PIXELS), height: Math.min(height, MAX_PIXELS) };
      const bytes = await readFile(path.join(folder, file));
      return {
        bytes,
        query: { name, mode, viewport, browser, platform, ...size, browserVersion: "of Playwright", test: file },
      };
    }),
  );
}
