// What a section of the file can be asked for: what is there, what is wanted, and how one becomes the other.
import { ProductError } from "../../../domain/errors.ts";
import type { FieldChange, Item, Kind, ProjectFile } from "../../../domain/projectFile/types.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export type Use = {
  ctx: OperationContext;
  caller: Caller;
  project: Project;
  /** Values of the environment variables that the file names. */
  values: Readonly<Record<string, string>>;
  /** Labels of the scenarios that the tracking plan links, by their ids. */
  labels?: ReadonlyMap<string, string>;
};

/** A part that is there. Its writes apply only to the state that was read: they throw `conflict` otherwise. */
export type Present = Item & {
  change(target: Item["view"], wanted: Item["view"]): Promise<void>;
  remove(): Promise<void>;
  /** Differences that the view does not show. */
  hidden?(wanted: Item["view"]): FieldChange[];
  /** It is what holds without anything said: no file names it, and there is nothing to delete. */
  usual?: boolean;
};

export type Section = {
  kind: Kind;
  present(use: Use): Promise<Present[]>;
  /** null: the section is not the file's business. */
  wanted(file: ProjectFile, use: Use): Item[] | null;
  /** What the part is to be. Without it the view that is wanted. */
  target?(present: Present | undefined, wanted: Item, prune: boolean): Item["view"];
  create(use: Use, target: Item["view"], name: string): Promise<void>;
};

/** Throws `conflict` where a guarded write found nothing to write to. */
export function requireWritten(written: boolean, what: string): void {
  if (!written) throw new ProductError("conflict", `${what} was changed by somebody else. Plan again and check it.`);
}
