// How an import lists what it left out.
import type { LeftOut } from "../../domain/import/types.ts";

/** A heading and a line each; nothing where everything was imported. */
export const notImported = (leftOut: readonly LeftOut[]): string[] =>
  leftOut.length === 0
    ? []
    : ["", "Not imported:", ...leftOut.map(({ path, reason }) => `  ${path === "" ? "" : `${path}: `}${reason}`)];
