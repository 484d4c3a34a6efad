// The steps of an erasure. All are safe to repeat.
import { ERASURE_STEPS, type ErasureKind, type ErasureStep } from "../../domain/erasure/erasure.ts";
import { logNamer, talkNamer } from "../../domain/erasure/project.ts";
import { forgetProjectInLog } from "../../models/erasures/auditLog.ts";
import {
  deleteDocumentsOfOrganisation,
  deleteDocumentsOfProject,
  deleteOwn,
  deleteTalkOfProject,
} from "../../models/erasures/documents.ts";
import {
  erasedOrganisation,
  erasedProject,
  markOrganisation,
  markProject,
  membersAndOthers,
  moveUser,
  otherSites,
  projectsToErase,
  userToErase,
} from "../../models/erasures/mark.ts";
import { deleteSessions } from "../../models/erasures/sessions.ts";
import { deleteSchedule, scheduleIdsOf, silenceProject } from "../../models/erasures/work.ts";
import type { Project } from "../../models/projects/schema.ts";
import { removeSchedule } from "../../platform/temporal/scheduleClock.ts";
import { deleting, type Erasing, type ErasureDeps, type Steps } from "./deps.ts";
import { eraseArtifacts } from "./eraseArtifacts.ts";
import { endWorkOf, eraseProjectExecutions } from "./eraseExecutions.ts";
import { OF_USER, staysElsewhere } from "./personSteps.ts";

const OF_PROJECT: Steps<Project> = {
  async work(deps, project, work) {
    const { models, client, queues, now } = deps;
    // Marked again, because the process that requested it may have been killed before the mark.
    await markProject(models, project._id, { erasureId: work.erasureId, at: now() });
    await silenceProject(models, project._id);
    for (const id of await scheduleIdsOf(models, project._id)) {
      await removeSchedule(client, queues, id);
      await deleteSchedule(models, id);
      await work.count({ documents: { schedules: 1 } });
      // A schedule that was just being created from the record.
      await removeSchedule(client, queues, id);
    }
    await endWorkOf(deps, project, work);
  },
  async log({ models }, project, work) {
    const traits = { id: project._id, slug: project.slug, baseUrl: project.baseUrl };
    const verdictOf = logNamer(traits, await otherSites(models, project));
    await work.count({ names: await forgetProjectInLog(models, project, verdictOf, work.signal) });
    await deleteTalkOfProject(models, project, talkNamer(traits), deleting(work));
  },
  executions: eraseProjectExecutions,
  documents: ({ models }, { _id }, work) => deleteDocumentsOfProject(models, _id, deleting(work)),
  artifacts: (deps, { _id }, work) => eraseArtifacts(deps, _id, work),
  own: ({ models }, { _id }, work) => deleteOwn(models, "projects", _id, deleting(work)),
};

const OF_ORGANISATION: Steps<{ _id: string }> = {
  async documents({ models, now }, { _id }, work) {
    await markOrganisation(models, _id, { erasureId: work.erasureId, at: now() });
    await deleteDocumentsOfOrganisation(models, _id, deleting(work));
    await work.count({ documents: { sessions: await deleteSessions(models, [_id]) } });
    for (const { user, otherOrgId } of await membersAndOthers(models, _id))
      if (otherOrgId !== null) await moveUser(models, user, _id, otherOrgId);
  },
  async own(deps, { _id }, work) {
    await eraseLate(deps, _id, work);
    await deleteOwn(deps.models, "organisations", _id, deleting(work));
  },
};

/**
 * Deletes what was created in the organisation after its parts were listed, by requests that started before the mark: without its
 * document nothing would lead to it.
 */
async function eraseLate(deps: ErasureDeps, orgId: string, work: Erasing): Promise<void> {
  const whole = async (kind: "project" | "user", id: string) => {
    for (const step of [...ERASURE_STEPS[kind], "own"] as const) await takeStep(deps, { kind, id, step }, work);
  };
  for (const id of await projectsToErase(deps.models, orgId)) await whole("project", id);
  for (const { user, otherOrgId } of await membersAndOthers(deps.models, orgId))
    if (otherOrgId === null) await whole("user", user._id);
    else await moveUser(deps.models, user, orgId, otherOrgId);
}

/** Runs one step; a subject that is already gone needs none. */
export async function takeStep(
  deps: ErasureDeps,
  { kind, id, step }: { kind: ErasureKind; id: string; step: ErasureStep },
  work: Erasing,
): Promise<void> {
  const { models } = deps;
  if (kind === "project") {
    const project = await erasedProject(models, id);
    if (project) await OF_PROJECT[step]?.(deps, project, work);
  } else if (kind === "organisation") {
    const organisation = await erasedOrganisation(models, id);
    if (organisation) await OF_ORGANISATION[step]?.(deps, organisation, work);
  } else {
    const user = await userToErase(models, id);
    if (user && !(await staysElsewhere(deps, user, step, work))) await OF_USER[step]?.(deps, user, work);
  }
}
