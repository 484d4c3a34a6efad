// Finds what the shots of a run are compared with: by the history of its commit if known, otherwise by the pointers.
import { protectsMain } from "../../domain/history/protection.ts";
import type { Reference } from "../../domain/history/reference.ts";
import { loadGraph } from "../commits/queries.ts";
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";
import type { Run } from "../runs/schema.ts";
import { loadAskedReferences } from "./asked.ts";
import { choiceByHistory, type Referenced, referenceOfPointer } from "./byHistory.ts";
import type { ChosenBaseline } from "./choose.ts";
import type { ReferenceFinder } from "./finder.ts";
import { baselineBranchOf } from "./key.ts";
import { loadBaselines } from "./load.ts";
import type { Baseline } from "./schema.ts";
import { versionsOf } from "./versionsOf.ts";

type Asking = {
  project: Pick<Project, "_id" | "mainBranch" | "referenceEnvironmentId"> & Partial<Pick<Project, "settings">>;
  run: Pick<Run, "environmentId" | "branch" | "commitSha" | "prNumber" | "against">;
  /** A baseline run goes by the pointers, because it moves them. */
  kind: "visual" | "baseline";
  now: Date;
};

/** Loads what a run's shots may be compared with, with one query per collection. */
export async function loadReferences(models: Models, { project, run, kind, now }: Asking): Promise<ReferenceFinder> {
  const { environmentId, branch, commitSha, prNumber } = run;
  const place = { project, environmentId, branch };
  if (kind === "baseline") {
    const { keyOf, find } = await loadBaselines(models, place);
    return { keyOf, find: (part) => withReference(find(part), null) };
  }
  if (run.against) return loadAskedReferences(models, { place, asked: run.against });
  const graph = commitSha === null ? null : await loadGraph(models, project._id);
  const sha = commitSha === null ? null : (graph?.resolve(commitSha) ?? null);
  const pointers = await loadBaselines(models, { ...place, withdrawn: sha !== null });
  const { keyOf, loaded, referenceEnvironmentId } = pointers;
  if (graph === null || sha === null) return { keyOf, find: (part) => byPointer(pointers.choose(part)) };

  const environments = [...new Set([environmentId ?? referenceEnvironmentId, referenceEnvironmentId])];
  const baselines = loaded.filter((one) => environments.includes(one.environmentId));
  const versions = await versionsOf(models, project._id, baselines);
  const { mainBranch } = project;
  const head = { sha, branch: baselineBranchOf(branch, mainBranch), prNumber, mainBranch };
  const known = { environments, baselines, versions, now, peopleOnly: protectsMain(project) };
  const choose = choiceByHistory(graph, head, known);
  return { keyOf, find: (part) => choose(part) ?? beforeAny(pointers.chooseOfMain(part)) };
}

const withReference = (baseline: Baseline | null, reference: Reference | null): Referenced | null =>
  baseline && { versionId: baseline.versionId, picture: baseline.picture, reference };

/** Falls back to main's first picture: a branch may be older than it, as every branch is on a project's first day. */
function beforeAny(chosen: ChosenBaseline | null): Referenced | null {
  return chosen && withReference(chosen.baseline, { ...referenceOfPointer(chosen), beforeAny: true });
}

function byPointer(chosen: ChosenBaseline | null): Referenced | null {
  return chosen && withReference(chosen.baseline, referenceOfPointer(chosen));
}
