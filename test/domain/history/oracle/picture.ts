// Pictures of the oracle: a column of cells, stored as a file in which git merges each cell separately.
import type { MergeOf } from "../../../../domain/history/reference.ts";

export type Cells = readonly string[];
/** Null if there is no picture. */
export type Picture = Cells | null;
/** Result of two sides of which one removed what the other changed; no picture has such a cell. */
export const TAKEN_AWAY: Cells = ["taken away or changed"];

/** More lines than git bridges when it joins two conflicts. */
const LINES_BETWEEN = 4;
const OURS = /^<{7,}/;
const BETWEEN = /^={7,}$/;
const THEIRS = /^>{7,}/;

const around = (place: number, cell: number): string[] =>
  Array.from({ length: LINES_BETWEEN }, (_, line) => `around ${place} ${cell} ${line}`);

/** The lines around cells never change, so that each cell is a separate change. */
export const fileOf = (place: number, cells: Cells): string =>
  `${cells.flatMap((value, cell) => [...around(place, cell), value]).join("\n")}\n${around(place, cells.length).join("\n")}\n`;

/** Parses a file written by git; a conflict in a cell becomes one value, as `conflictOf` formats it. */
export function cellsOf(file: string): Cells {
  const parts = file.split(/(?:^around .*\n)+/m).slice(1, -1);
  return parts.map((part) => {
    const lines = part.trimEnd().split("\n");
    if (!OURS.test(lines[0] ?? "")) {
      if (lines.length !== 1) throw new Error(`Not one cell: ${part}`);
      return lines[0] ?? "";
    }
    const [middle, end] = [lines.findIndex((line) => BETWEEN.test(line)), lines.findIndex((line) => THEIRS.test(line))];
    if (middle !== 2 || end !== 4 || lines.length !== 5) throw new Error(`Not a conflict of one cell: ${part}`);
    return conflictOf(lines[1] ?? "", lines[3] ?? "");
  });
}

const conflictOf = (one: string, other: string): string => `conflict(${[one, other].toSorted().join("|")})`;
/** The possible values of a cell: all sides of its conflict. */
export const sidesOf = (value: string): readonly string[] => value.split(/conflict\(|[|)]/).filter(Boolean);

/** Whether `wanted` passes every picture that `got` passes. A removed picture passes nothing. */
export function isStricter(got: Picture, wanted: Picture): boolean {
  if (got === null || got === TAKEN_AWAY) return true;
  if (wanted === null || wanted === TAKEN_AWAY || got.length !== wanted.length) return false;
  return got.every((value, cell) => {
    const allowed = sidesOf(wanted[cell] ?? "");
    return sidesOf(value).every((side) => allowed.includes(side));
  });
}

export const isConflict = (value: string): boolean => value.startsWith("conflict(");

/** The picture that a choice results in, by a plain three-way merge of cells. */
export function pictureOf(of: MergeOf, pictures: ReadonlyMap<string, Picture>): Picture {
  if (of === null) return null;
  if (typeof of === "string") return pictures.get(of) ?? null;
  const [base, ours, theirs] = [of.base, of.ours, of.theirs].map((side) => pictureOf(side, pictures));
  return threeWay(base ?? null, ours ?? null, theirs ?? null);
}

function threeWay(base: Picture, ours: Picture, theirs: Picture): Picture {
  const [was, our, their] = [base, ours, theirs].map((picture) => JSON.stringify(picture));
  if (our === their || their === was) return ours;
  if (our === was) return theirs;
  if (ours === null || theirs === null || ours === TAKEN_AWAY || theirs === TAKEN_AWAY) return TAKEN_AWAY;
  return ours.map((mine, cell) => {
    const [before, other] = [base?.[cell], theirs[cell] ?? ""];
    if (mine === other || other === before) return mine;
    return mine === before ? other : conflictOf(mine, other);
  });
}
