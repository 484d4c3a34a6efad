// Finds the artifacts that a project's documents reference, in every field that the table declares, for one range of ids at a time.

import { eachArtifactId, type IdRange, isInRange } from "../../domain/retention/artifactIds.ts";
import { ownerOf } from "../../domain/retention/hidden.ts";
import { STORED_KINDS, type StoredKind } from "../../domain/words/storage.ts";
import { packId } from "../../platform/artifacts/store.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import { BELONGINGS, type CollectionName } from "./belongings.ts";

/** The fields that may reference artifacts, by collection. All of these documents name their project. */
export const NAMING = (Object.keys(BELONGINGS) as CollectionName[]).flatMap((name) => {
  const { artifacts = [], project, run, job } = BELONGINGS[name];
  return artifacts.length === 0
    ? []
    : [{ name, fields: artifacts, project: project ?? "projectId", owner: run ?? job }];
});

/** What the artifacts of a collection belong to. */
const KIND_OF: Partial<Record<CollectionName, StoredKind>> = {
  baselines: "baselines",
  baselineVersions: "baselines",
  uploads: "uploads",
  runs: "runs",
  shots: "runs",
  auditPages: "runs",
  scenarioRuns: "runs",
  scenarioAttempts: "runs",
  findings: "runs",
  problems: "runs",
  jobs: "jobs",
  crawlAddresses: "jobs",
  explorePlaces: "jobs",
  recordings: "jobs",
};
const rankOf = (name: CollectionName): number => STORED_KINDS.indexOf(KIND_OF[name] ?? "other");

/** The referenced artifacts by project, with what they belong to. Ids are stored as 32 bytes, not as slices of the texts they were found in. */
export class References {
  readonly #byProject = new Map<string, Map<string, number>>();
  readonly #all = new Set<string>();

  /** `rank`: of its kind; the lowest one counts. */
  add(projectId: string, id: string, rank: number): void {
    const packed = packId(id);
    this.#all.add(packed);
    const own = this.#byProject.get(projectId);
    if (own) own.set(packed, Math.min(rank, own.get(packed) ?? rank));
    else this.#byProject.set(projectId, new Map([[packed, rank]]));
  }
  /** Returns whether a document of the project references it, or an older document that names no project. */
  has(projectId: string, id: string): boolean {
    return this.#rank(projectId, id) !== undefined;
  }
  /** Returns whether a document of any project references it. */
  hasAny(id: string): boolean {
    return this.#all.has(packId(id));
  }
  /** Returns what an artifact of the project belongs to. */
  kindOf(projectId: string, id: string): StoredKind {
    const rank = this.#rank(projectId, id);
    return rank === undefined ? "unnamed" : (STORED_KINDS[rank] ?? "other");
  }
  #rank(projectId: string, id: string): number | undefined {
    const packed = packId(id);
    return this.#byProject.get(projectId)?.get(packed) ?? this.#byProject.get("")?.get(packed);
  }
}

export type Looking = {
  range: IdRange;
  /** Runs and jobs that a plan treats as deleted. */
  without?: ReadonlySet<string>;
  /** Only these ids, packed; by default all ids of the range. */
  only?: ReadonlySet<string>;
  signal?: AbortSignal;
};

/** Reads everything that references artifacts, yielding to the event loop. */
export async function readReferences(models: Models, { range, without, only, signal }: Looking): Promise<References> {
  const references = new References();
  for (const { name, fields, project, owner } of NAMING) {
    const rank = rankOf(name);
    const projection: Record<string, 1> = { [project]: 1 };
    for (const field of fields) projection[field] = 1;
    if (owner !== undefined) projection[owner] = 1;
    await eachInTurns<Record<string, unknown>>(models[name], {}, { fields: projection }, (document) => {
      signal?.throwIfAborted();
      if (owner !== undefined && without?.has(String(document[owner]))) return;
      const projectId = ownerOf(String(document[project] ?? ""));
      for (const field of fields)
        eachArtifactId(document[field], (id) => {
          if (isInRange(id, range) && (only === undefined || only.has(packId(id)))) references.add(projectId, id, rank);
        });
    });
  }
  return references;
}
