// Which artifacts a project's documents name: read from every field that the table declares, a part of all ids at a time.

import { eachArtifactId, type IdRange, isInRange } from "../../domain/retention/artifactIds.ts";
import { packId } from "../../platform/artifacts/store.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import { BELONGINGS, type CollectionName } from "./belongings.ts";

/** The fields that may name artifacts, by collection. All of these documents name their project. */
export const NAMING = (Object.keys(BELONGINGS) as CollectionName[]).flatMap((name) => {
  const { artifacts = [], project, run } = BELONGINGS[name];
  return artifacts.length === 0 ? [] : [{ name, fields: artifacts, project: project ?? "projectId", run }];
});

/** A set of artifacts by project. Ids are kept as 32 bytes, not as parts of the texts in which they were found. */
export class References {
  readonly #byProject = new Map<string, Set<string>>();
  readonly #all = new Set<string>();

  add(projectId: string, id: string): void {
    const packed = packId(id);
    this.#all.add(packed);
    const own = this.#byProject.get(projectId);
    if (own) own.add(packed);
    else this.#byProject.set(projectId, new Set([packed]));
  }
  /** Whether a document of the project names it, or one that names no project: older ones do not. */
  has(projectId: string, id: string): boolean {
    const packed = packId(id);
    return [projectId, ""].some((one) => this.#byProject.get(one)?.has(packed) ?? false);
  }
  /** Whether a document of any project names it. */
  hasAny(id: string): boolean {
    return this.#all.has(packId(id));
  }
}

export type Looking = {
  range: IdRange;
  /** Runs that count as deleted, in a plan. */
  without?: ReadonlySet<string>;
  /** Only these ids, packed; all of the range unless given. */
  only?: ReadonlySet<string>;
  signal?: AbortSignal;
};

/** Reads all that names artifacts, in turns with the rest of the process. */
export async function readReferences(models: Models, { range, without, only, signal }: Looking): Promise<References> {
  const references = new References();
  for (const { name, fields, project, run } of NAMING) {
    const projection: Record<string, 1> = { [project]: 1 };
    for (const field of fields) projection[field] = 1;
    if (run !== undefined) projection[run] = 1;
    await eachInTurns<Record<string, unknown>>(models[name], {}, { fields: projection }, (document) => {
      signal?.throwIfAborted();
      if (run !== undefined && without?.has(String(document[run]))) return;
      const projectId = String(document[project] ?? "");
      for (const field of fields)
        eachArtifactId(document[field], (id) => {
          if (isInRange(id, range) && (only === undefined || only.has(packId(id)))) references.add(projectId, id);
        });
    });
  }
  return references;
}
