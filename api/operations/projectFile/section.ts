// What a section of the file can be asked for: what is there, what is wanted, and how one becomes the other.
import { ProductError } from "../../../domain/errors.ts";
import type { KnownSecret } from "../../../domain/functional/secrets/knownSecrets.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { FieldChange, Item, Kind, ProjectFile } from "../../../domain/projectFile/types.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export type Use = {
  ctx: OperationContext;
  caller: Caller;
  project: Project;
  /** Values of the environment variables that the file names. */
  values: Readonly<Record<string, string>>;
  /** The branch that the file is applied for; null: the main one. */
  branch: string | null;
  /** Labels of the scenarios that the tracking plan links, by their ids. */
  labels?: ReadonlyMap<string, string>;
  /** Scenarios that only other branches visit, by their labels. */
  elsewhere?: ReadonlyMap<string, Present>;
  /** Labels of uploaded screenshots. */
  uploaded?: ReadonlySet<string>;
};

/** A part that is there. Its writes apply only to the state that was read: they throw `conflict` otherwise. */
export type Present = Item & {
  change(target: Item["view"], wanted: Item["view"]): Promise<void>;
  remove(): Promise<void>;
  /** Differences that the view does not show. */
  hidden?(wanted: Item["view"]): FieldChange[];
  /** It is what holds without anything said: no file names it, and there is nothing to delete. */
  usual?: boolean;
  /** It was added for the branch that the file is applied for, and for no other. */
  ofBranch?: boolean;
};

type Views = ReadonlyMap<Kind, ReadonlyMap<string, Item["view"]>>;
/**
 * The project as the file makes it, by kind and name. Deletions come last, so a new part stands beside `all`, and what it names
 * must be there at the `end`.
 */
export type Outcome = { all: Views; end: Views; secrets(): Promise<readonly KnownSecret[]> };

/** A part that is to be made or changed. */
export type Wanted = { name: string; target: Item["view"]; wanted: Item["view"]; present: Present | undefined };

export type Section = {
  kind: Kind;
  present(use: Use): Promise<Present[]>;
  /** null: the section is not the file's business. */
  wanted(file: ProjectFile, use: Use): Item[] | null;
  /** What the part is to be. Without it the view that is wanted. */
  target?(present: Present | undefined, wanted: Item, prune: boolean): Item["view"];
  create(use: Use, target: Item["view"], name: string): Promise<void>;
  /** What keeps the part from being written, with paths below it; may throw a ProductError that says it. Writes nothing. */
  check?(use: Use, part: Wanted, outcome: Outcome): FieldProblem[] | Promise<FieldProblem[]>;
  /** The same of a part that is to be deleted. */
  checkRemoval?(use: Use, name: string, outcome: Outcome): FieldProblem[] | Promise<FieldProblem[]>;
};

/** The parts of one kind; none where there are none. */
export const viewsOf = (views: Views, kind: Kind): ReadonlyMap<string, Item["view"]> => views.get(kind) ?? new Map();

/** Each label that is not a scenario of the project, with its path in the part's list. */
export function unknownScenarios(labels: readonly string[], views: Views): FieldProblem[] {
  const known = viewsOf(views, "scenario");
  return labels.flatMap((label, at) => {
    if (known.has(label)) return [];
    const message = `is not a scenario of the project.${hintOf(label, [...known.keys()])}`;
    return [{ path: `scenarios[${at}]`, message }];
  });
}

/** Throws `conflict` where a guarded write found nothing to write to. */
export function requireWritten(written: boolean, what: string): void {
  if (!written) throw new ProductError("conflict", `${what} was changed by somebody else. Plan again and check it.`);
}
