// Limits what a report shows in full. The rest is counted, never dropped silently.
import { findingRank } from "../audit/finding.ts";
import type { Picture } from "./extraTypes.ts";
import { isPicture } from "./html.ts";
import type { ReportFinding, ReportInput } from "./input.ts";

export const MAX_FINDINGS = 500;
/** Maximum per section. */
export const MAX_PAGES = 500;
/** Maximum per report. */
export const MAX_PICTURES = 80;
/** Maximum characters of all data: URIs in a report, about 9 MB of images. */
export const MAX_PICTURE_CHARACTERS = 12_000_000;

/** Worst first; equal ones keep the order of the run. */
export const worstFirst = (a: ReportFinding, b: ReportFinding): number => findingRank(a) - findingRank(b);

/** Returns the worst findings of the whole report. */
export function shownFindings(input: ReportInput): Set<ReportFinding> {
  const all = input.sections.flatMap(({ findings }) => findings);
  return new Set([...all].sort(worstFirst).slice(0, MAX_FINDINGS));
}

/** Accepts images until the report has reached its limits. */
export type Album = { take(picture: Picture | null | undefined): Picture | null; left: number };

export function createAlbum(): Album {
  let characters = 0;
  let taken = 0;
  const album: Album = {
    left: 0,
    take(picture) {
      if (!picture || !isPicture(picture.dataUri)) return null;
      if (taken >= MAX_PICTURES || characters + picture.dataUri.length > MAX_PICTURE_CHARACTERS) {
        album.left += 1;
        return null;
      }
      taken += 1;
      characters += picture.dataUri.length;
      return picture;
    },
  };
  return album;
}

/** Limits of the functional part of a report; the rest is counted. */
export const FUNCTIONAL = {
  /** Maximum number of failed and flaky scenarios described. */
  failures: 60,
  flaky: 20,
  /** Maximum number of steps per scenario, always including the failing one. */
  steps: 40,
  rows: 500,
};

/** Limits of the visual part of a report, because a run of 1,500 shots must not become a file of gigabytes. */
export const VISUAL = {
  /** Maximum number of changes described; the rest is counted. */
  changes: 40,
  /** Maximum number of results with images: one of each change, then a second and a third while there is room. */
  shown: 40,
  shownOfChange: 3,
  /** Maximum characters of all data: URIs, about 7 MB of images. */
  characters: 9_500_000,
  lines: 8,
  causes: 3,
  places: 40,
  unjudged: 60,
  remarks: 12,
  rows: 500,
};
