// The erasure of a project, an organisation or a person, step by step. Its document records what was done.
import {
  type ErasurePart,
  type ErasureStep,
  ONLY_ORGANISATION,
  STEP_WORDS,
  totalsOfErasure,
} from "../../domain/erasure/erasure.ts";
import { makeId } from "../../domain/ids.ts";
import { insertAuditEntry } from "../../models/bookkeeping/auditEntries.ts";
import {
  claimOrganisation,
  erasedOrganisation,
  markOrganisation,
  markProject,
  membersAndOthers,
  projectsToErase,
} from "../../models/erasures/mark.ts";
import { addErased, beginErasure, endErasure, findErasure, noteErasurePhase } from "../../models/erasures/queries.ts";
import type { Erasure } from "../../models/erasures/schema.ts";
import { isWritten } from "../../models/index.ts";
import { turnsBetweenBackups } from "../backupTurns.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { ErasureDeps } from "./deps.ts";
import { takeStep } from "./steps.ts";

export type ErasureInput = { erasureId: string };

export type ErasureActivities = {
  /** Returns the parts to erase, in order; null: it has ended. */
  beginErasure(input: ErasureInput): Promise<ErasurePart[] | null>;
  eraseStep(input: ErasureInput & ErasurePart & { step: ErasureStep }): Promise<void>;
  endErasure(input: ErasureInput & { error: string | null }): Promise<void>;
};

export function createErasureActivities(deps: ErasureDeps): ErasureActivities {
  const { models, now, log } = deps;
  return {
    async beginErasure({ erasureId }) {
      const erasure = await beginErasure(models, erasureId, now());
      if (erasure === null) return null;
      const refusal = await markSubject(deps, erasure);
      if (refusal === null) return partsOf(deps, erasure);
      await endErasure(models, erasureId, { at: now(), error: refusal });
      return null;
    },
    eraseStep: ({ erasureId, kind, id, step }) =>
      withHeartbeat(async (signal, note) => {
        const erasure = await findErasure(models, erasureId);
        if (erasure === null) throw invalid(`The erasure ${erasureId} is not in the database.`);
        await noteErasurePhase(models, erasureId, STEP_WORDS[step]);
        await takeStep(
          deps,
          { kind, id, step },
          {
            erasureId,
            erasure,
            signal,
            note,
            count: (counts) => addErased(models, erasureId, counts),
            turn: turnsBetweenBackups(deps, {
              signal,
              note,
              phase: STEP_WORDS[step],
              write: (phase) => noteErasurePhase(models, erasureId, phase),
            }),
          },
        );
      }),
    async endErasure({ erasureId, error }) {
      const erasure = await findErasure(models, erasureId);
      // Before the end is recorded, so that a repeated activity adds what is missing.
      if (error === null && erasure?.finishedAt === null) await noteInLogs(deps, erasure);
      const ended = await endErasure(models, erasureId, { at: now(), error });
      if (ended === null) return;
      const { kind, subjectId } = ended;
      const totals = totalsOfErasure(ended.counts);
      log(error === null ? "info" : "error", error === null ? "an erasure has ended" : "an erasure failed", {
        erasureId,
        kind,
        subjectId,
        ...totals,
        error,
      });
    },
  };
}

/**
 * Marks the subject before anything is listed or deleted, because the process that requested it may have been killed before the mark. A
 * person is marked by the first step. Returns why the subject must be kept; null: it is deleted.
 */
async function markSubject({ models, now }: ErasureDeps, { _id, kind, subjectId }: Erasure): Promise<string | null> {
  const marking = { erasureId: _id, at: now() };
  if (kind === "project") await markProject(models, subjectId, marking);
  if (kind !== "organisation" || (await erasedOrganisation(models, subjectId)) === null) return null;
  if (!(await claimOrganisation(models, subjectId, _id))) return ONLY_ORGANISATION;
  await markOrganisation(models, subjectId, marking);
  return null;
}

/** Returns the parts including the subject itself: the projects of an organisation first, then its people who belong to no other. */
async function partsOf({ models }: ErasureDeps, { kind, subjectId: id }: Erasure): Promise<ErasurePart[]> {
  if (kind !== "organisation") return [{ kind, id }];
  const projects = await projectsToErase(models, id);
  const people = await membersAndOthers(models, id);
  return [
    ...projects.map((project): ErasurePart => ({ kind: "project", id: project })),
    ...people
      .filter(({ otherOrgId }) => otherOrgId === null)
      .map(({ user }): ErasurePart => ({ kind: "user", id: user._id })),
    { kind, id },
  ];
}

/** Records who deleted what, by ids and counts. The log of a deleted organisation is gone. */
async function noteInLogs({ models, now }: ErasureDeps, erasure: Erasure): Promise<void> {
  const { _id: erasureId, kind, subjectId: target, requestedBy: who, orgIds, counts } = erasure;
  for (const [i, orgId] of orgIds.entries()) {
    if ((await erasedOrganisation(models, orgId)) === null) continue;
    const entry = { orgId, at: now(), who, action: `${kind}.deleted`, target };
    // The same id on every attempt.
    const _id = makeId("audit", `${erasureId.replace(/^ers_/, "")}z${i}`);
    await isWritten(insertAuditEntry(models, { _id, ...entry, details: { erasureId, ...totalsOfErasure(counts) } }));
  }
}
