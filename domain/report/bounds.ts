// What of a report is shown in full. The rest is counted, never dropped in silence.
import { OUTCOMES, SEVERITIES } from "../audit/finding.ts";
import type { Picture } from "./extraTypes.ts";
import { isPicture } from "./html.ts";
import type { ReportFinding, ReportInput } from "./input.ts";

export const MAX_FINDINGS = 500;
/** A section. */
export const MAX_PAGES = 500;
/** A report. */
export const MAX_PICTURES = 80;
/** Characters of all data: URIs of a report, about 9 MB of pictures. */
export const MAX_PICTURE_CHARACTERS = 12_000_000;

/** Worst first; equals stay in the order of the run. */
export const worstFirst = (a: ReportFinding, b: ReportFinding): number => weight(a) - weight(b);
const weight = ({ outcome, severity }: ReportFinding) =>
  OUTCOMES.indexOf(outcome) * SEVERITIES.length + SEVERITIES.indexOf(severity);

/** The worst findings of the whole report. */
export function shownFindings(input: ReportInput): Set<ReportFinding> {
  const all = input.sections.flatMap(({ findings }) => findings);
  return new Set([...all].sort(worstFirst).slice(0, MAX_FINDINGS));
}

/** Lets pictures through until the report has enough of them. */
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

/** What the functional part of a report shows of a run; the rest is counted. */
export const FUNCTIONAL = {
  /** Scenarios that did not pass, and flaky ones, that are told. */
  failures: 60,
  flaky: 20,
  /** Steps of one of them: the failing one is always among them. */
  steps: 40,
  rows: 500,
};

/** What the visual part of a report shows of a run; a run of 1,500 shots must not become a file of gigabytes. */
export const VISUAL = {
  /** Changes that are told; the rest is counted. */
  changes: 40,
  /** Results with pictures: of each change one, then a second and a third as long as there is room. */
  shown: 40,
  shownOfChange: 3,
  /** Characters of all data: URIs, about 7 MB of pictures. */
  characters: 9_500_000,
  lines: 8,
  causes: 3,
  places: 40,
  unjudged: 60,
  remarks: 12,
  rows: 500,
};
