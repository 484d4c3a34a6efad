// Lists what an import left out.
import type { LeftOut } from "../../domain/import/types.ts";

/** Returns a heading and a line for each; empty if everything was imported. */
export const notImported = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.length === 0
    ? []
    : ["", "Not imported:", ...leftOut.map(({ path, reason }) => `  ${path === "" ? "" : `${path}: `}${reason}`)];
