// Interface of a section of the file: what exists, what is wanted, and how one becomes the other.
import { ProductError } from "../../../domain/errors.ts";
import type { KnownSecret } from "../../../domain/functional/secrets/knownSecrets.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { FieldChange, Item, Kind, ProjectFile } from "../../../domain/projectFile/types.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export type Use = {
  ctx: OperationContext;
  caller: Caller;
  project: Project;
  /** Values of the environment variables that the file names. */
  values: Readonly<Record<string, string>>;
  /** Branch that the file is applied for; null for the main branch. */
  branch: string | null;
  /** Labels, by id, of the scenarios that the tracking plan links. */
  labels?: ReadonlyMap<string, string>;
  /** Scenarios that only other branches visit, by label. */
  elsewhere?: ReadonlyMap<string, Present>;
  /** Labels of uploaded screenshots. */
  uploaded?: ReadonlySet<string>;
};

/** An existing part. Its writes throw `conflict` unless the state that was read is still current. */
export type Present = Item & {
  change(target: Item["view"], wanted: Item["view"]): Promise<void>;
  remove(): Promise<void>;
  /** Differences that the view does not show. */
  hidden?(wanted: Item["view"]): FieldChange[];
  /** Whether the part has its default, so that files omit it and there is nothing to delete. */
  usual?: boolean;
  /** The only branches that visit the scenario; empty or null for all. */
  onlyBranches?: Scenario["onlyBranches"];
};

export type Views = ReadonlyMap<Kind, ReadonlyMap<string, Item["view"]>>;
/**
 * The project after applying the file, by kind and name. Deletions come last: a new part coexists with everything in `all`, and what it
 * refers to must exist at the `end`.
 */
export type Outcome = { all: Views; end: Views; secrets(): Promise<readonly KnownSecret[]> };

/** A part that will be created or changed. */
export type Wanted = { name: string; target: Item["view"]; wanted: Item["view"]; present: Present | undefined };

export type Section = {
  kind: Kind;
  present(use: Use): Promise<Present[]>;
  /** Returns null if the file does not contain the section. */
  wanted(file: ProjectFile, use: Use): Item[] | null;
  /** Returns the part as it should become; defaults to the wanted view. */
  target?(present: Present | undefined, wanted: Item, prune: boolean): Item["view"];
  create(use: Use, target: Item["view"], name: string): Promise<void>;
  /** Returns what keeps the part from being written, with paths relative to it; may also throw a ProductError. Writes nothing. */
  check?(use: Use, part: Wanted, outcome: Outcome): FieldProblem[] | Promise<FieldProblem[]>;
  /** Same, for a part that will be deleted. */
  checkRemoval?(use: Use, name: string, outcome: Outcome): FieldProblem[] | Promise<FieldProblem[]>;
};

/** Returns the parts of one kind, or an empty map. */
export const viewsOf = (views: Views, kind: Kind): ReadonlyMap<string, Item["view"]> => views.get(kind) ?? new Map();

/**
 * Returns each label that is not a scenario of the project, with its path in the part's list. `isElsewhere`: whether a scenario of other
 * branches has the label and the part may refer to it.
 */
export function unknownScenarios(
  labels: readonly string[],
  views: Views,
  isElsewhere: (label: string) => boolean,
): FieldProblem[] {
  const known = viewsOf(views, "scenario");
  return labels.flatMap((label, at) => {
    if (known.has(label) || isElsewhere(label)) return [];
    const message = `is not a scenario of the project.${hintOf(label, [...known.keys()])}`;
    return [{ path: `scenarios[${at}]`, message }];
  });
}

/** Throws `conflict` if a guarded write did not match. */
export function requireWritten(written: boolean, what: string): void {
  if (!written) throw new ProductError("conflict", `${what} was changed by somebody else. Plan again and check it.`);
}
