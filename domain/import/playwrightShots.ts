// Determines what each file in a folder of Playwright screenshots shows, and which cannot be determined. Pure.
import { given } from "../given.ts";
import type { BrowserName, ViewportName } from "../visual/shot.ts";
import type { PlaywrightProject } from "./playwrightModes.ts";
import type { LeftOut } from "./types.ts";

/** `width`: of the screenshot, in pixels. `path`: below the folder, with slashes. */
export type ShotFile = { path: string; width: number };

export type ImportedShot = {
  path: string;
  name: string;
  browser: BrowserName;
  platform: string;
  viewport: ViewportName;
  /** Missing for the page without a mode. */
  mode?: string;
};

/** Projects with the names of `npm init playwright`; file names have hyphens instead of their spaces. */
const PROJECTS: readonly PlaywrightProject[] = [
  { project: "chromium", browser: "chromium" },
  { project: "firefox", browser: "firefox" },
  { project: "webkit", browser: "webkit" },
  { project: "Desktop-Chrome", browser: "chromium" },
  { project: "Desktop-Firefox", browser: "firefox" },
  { project: "Desktop-Safari", browser: "webkit" },
  { project: "Mobile-Chrome", browser: "chromium", viewport: "phone" },
  { project: "Mobile-Safari", browser: "webkit", viewport: "phone" },
  { project: "Microsoft-Edge", browser: "chromium" },
  { project: "Google-Chrome", browser: "chromium" },
];
/** In order of preference: if there are several, the platform that CI uses is imported. */
const PLATFORMS = ["linux", "darwin", "win32"] as const;

const NAME = /^(.+?)(?:-(linux|darwin|win32))?\.png$/;

type Known = {
  otherwise: BrowserName;
  nearest: (width: number) => ViewportName;
  projects?: readonly PlaywrightProject[];
};

/**
 * Playwright's usual location is `<test file>-snapshots/<name>-<project>-<platform>.png`. `otherwise`: the browser for files that name no
 * project. `nearest`: the size that a width counts as. `projects`: those of the configuration, before the usual ones.
 */
export function playwrightShots(
  files: readonly ShotFile[],
  { otherwise, nearest, projects = [] }: Known,
): { shots: ImportedShot[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const chosen = new Map<string, ImportedShot & { folder: string }>();
  const ranked = [...files].sort((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1));
  for (const { path, width } of ranked) {
    const { folder, rest } = placeOf(path);
    const [, stem = "", platform = "unknown"] = NAME.exec(rest) ?? [];
    const found = projectOf(stem, projects);
    const name = (found ? stem.slice(0, -found.project.length - 1) : stem).trim();
    if (name === "" || name.length > 200) {
      leftOut.push({ path, reason: "has no name of 1 to 200 characters" });
      continue;
    }
    const browser = found?.browser ?? otherwise;
    const viewport = found?.viewport ?? nearest(width);
    // A configuration without projects applies to all of its files.
    const mode = (found ?? projects.find(({ project }) => project === ""))?.mode;
    const key = JSON.stringify([name, browser, viewport, mode]);
    const other = chosen.get(key);
    if (other === undefined) chosen.set(key, given({ path, name, browser, platform, viewport, mode, folder }));
    else leftOut.push({ path, reason: whyNot(other, folder, platform) });
  }
  const shots = [...chosen.values()].map(({ folder: _folder, ...shot }) => shot);
  return { shots: shots.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut };
}

/**
 * Returns the project with the longest name that ends the file name, from the configuration's own and the usual ones; among equals the
 * configuration's own.
 */
function projectOf(stem: string, own: readonly PlaywrightProject[]): PlaywrightProject | undefined {
  const ends = ({ project }: PlaywrightProject) =>
    project !== "" && stem.toLowerCase().endsWith(`-${project.toLowerCase()}`);
  const [longest] = [...own, ...PROJECTS].filter(ends).sort((a, b) => b.project.length - a.project.length);
  const usual = PROJECTS.find(({ project }) => project.toLowerCase() === longest?.project.toLowerCase());
  return longest && { ...usual, ...longest };
}

function whyNot(other: { path: string; folder: string; platform: string }, folder: string, platform: string): string {
  if (other.folder !== folder) return `has the name, browser and size of ${other.path}: give it a different name`;
  if (other.platform !== platform) return `is for ${platform}; the one for ${other.platform} was imported`;
  return `counts as the same browser and size as ${other.path}`;
}

/** Returns the file's name, with folders below the test's own folder: `toHaveScreenshot(["cart", "full.png"])`. */
function placeOf(path: string): { folder: string; rest: string } {
  const parts = path.split("/");
  const at = parts.findLastIndex((part) => part.endsWith("-snapshots"));
  return { folder: parts.slice(0, at + 1).join("/"), rest: parts.slice(at + 1).join("/") };
}

function rankOf(path: string): number {
  const at = PLATFORMS.findIndex((platform) => path.endsWith(`-${platform}.png`));
  return at < 0 ? PLATFORMS.length : at;
}
