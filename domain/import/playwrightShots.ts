// A folder of Playwright's own screenshots: which picture each file is, and which cannot be told. Pure.
import type { BrowserName, ViewportName } from "../visual/shot.ts";
import type { LeftOut } from "./types.ts";

/** `width`: of the picture, in pixels. `path`: below the folder, with slashes. */
export type ShotFile = { path: string; width: number };

export type ImportedShot = {
  path: string;
  name: string;
  browser: BrowserName;
  platform: string;
  viewport: ViewportName;
};

/** Projects as `npm init playwright` names them; a file name has their spaces as hyphens. */
const PROJECTS: readonly { project: string; browser: BrowserName; viewport?: ViewportName }[] = [
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
/** The one that CI draws on is taken where there are several. */
const PLATFORMS = ["linux", "darwin", "win32"] as const;

const NAME = /^(.+?)(?:-(linux|darwin|win32))?\.png$/;

/**
 * Playwright's usual place is `<test file>-snapshots/<name>-<project>-<platform>.png`. `otherwise`: the browser of files that
 * name no project. `nearest`: the size that a width counts as.
 */
export function playwrightShots(
  files: readonly ShotFile[],
  { otherwise, nearest }: { otherwise: BrowserName; nearest: (width: number) => ViewportName },
): { shots: ImportedShot[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const chosen = new Map<string, ImportedShot & { folder: string }>();
  const ranked = [...files].sort((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1));
  for (const { path, width } of ranked) {
    const { folder, rest } = placeOf(path);
    const [, stem = "", platform = "unknown"] = NAME.exec(rest) ?? [];
    const found = PROJECTS.filter(({ project }) => stem.toLowerCase().endsWith(`-${project.toLowerCase()}`)).sort(
      (a, b) => b.project.length - a.project.length,
    )[0];
    const name = (found ? stem.slice(0, -found.project.length - 1) : stem).trim();
    if (name === "" || name.length > 200) {
      leftOut.push({ path, reason: "has no name of 1 to 200 characters" });
      continue;
    }
    const browser = found?.browser ?? otherwise;
    const viewport = found?.viewport ?? nearest(width);
    const key = JSON.stringify([name, browser, viewport]);
    const other = chosen.get(key);
    if (other === undefined) chosen.set(key, { path, name, browser, platform, viewport, folder });
    else leftOut.push({ path, reason: whyNot(other, folder, platform) });
  }
  const shots = [...chosen.values()].map(({ folder: _folder, ...shot }) => shot);
  return { shots: shots.sort((a, b) => (a.path < b.path ? -1 : 1)), leftOut };
}

function whyNot(other: { path: string; folder: string; platform: string }, folder: string, platform: string): string {
  if (other.folder !== folder) return `has the name, browser and size of ${other.path}: give it a name of its own`;
  if (other.platform !== platform) return `is of ${platform}; the one of ${other.platform} was taken`;
  return `counts as the same browser and size as ${other.path}`;
}

/** The file's name, with folders below the test's own folder: `toHaveScreenshot(["cart", "full.png"])`. */
function placeOf(path: string): { folder: string; rest: string } {
  const parts = path.split("/");
  const at = parts.findLastIndex((part) => part.endsWith("-snapshots"));
  return { folder: parts.slice(0, at + 1).join("/"), rest: parts.slice(at + 1).join("/") };
}

function rankOf(path: string): number {
  const at = PLATFORMS.findIndex((platform) => path.endsWith(`-${platform}.png`));
  return at < 0 ? PLATFORMS.length : at;
}
