// What each step of an erasure does. Every one may be repeated: what is gone stays gone.
import type { ErasureKind, ErasureStep } from "../../domain/erasure/erasure.ts";
import { personEraser } from "../../domain/erasure/person.ts";
import { projectNamer } from "../../domain/erasure/project.ts";
import { forgetProjectInLog } from "../../models/erasures/auditLog.ts";
import {
  type Deleting,
  deleteDocumentsOfOrganisation,
  deleteDocumentsOfProject,
  deleteDocumentsOfUser,
  deleteOwn,
  deleteTalkOfProject,
} from "../../models/erasures/documents.ts";
import {
  erasedOrganisation,
  erasedProject,
  everyUser,
  markOrganisation,
  markProject,
  markUser,
  membersAndOthers,
  moveUser,
  userToErase,
} from "../../models/erasures/mark.ts";
import { earlierNames, eraseNames } from "../../models/erasures/names.ts";
import { takeReports } from "../../models/erasures/notes.ts";
import { deleteSessions } from "../../models/erasures/sessions.ts";
import { deleteSchedule, scheduleIdsOf, silenceProject } from "../../models/erasures/work.ts";
import type { Project } from "../../models/projects/schema.ts";
import { NAMING_PEOPLE } from "../../models/retention/belongings.ts";
import type { User } from "../../models/users/schema.ts";
import { removeSchedule } from "../../platform/temporal/scheduleClock.ts";
import type { Erasing, ErasureDeps } from "./deps.ts";
import { eraseArtifacts, eraseSomeArtifacts } from "./eraseArtifacts.ts";
import { endWorkOf, eraseProjectExecutions, eraseUserExecutions } from "./eraseExecutions.ts";

type Steps<S> = Partial<Record<ErasureStep, (deps: ErasureDeps, subject: S, work: Erasing) => Promise<void>>>;

const deleting = ({ signal, count }: Erasing): Deleting => ({
  signal,
  count: (collection, documents) => count({ documents: { [collection]: documents } }),
});

const OF_PROJECT: Steps<Project> = {
  async work(deps, project, work) {
    const { models, client, queues, now } = deps;
    // Again: whoever asked for it may have been killed before the mark.
    await markProject(models, project._id, { erasureId: work.erasureId, at: now() });
    await silenceProject(models, project._id);
    for (const id of await scheduleIdsOf(models, project._id)) {
      await removeSchedule(client, queues, id);
      await deleteSchedule(models, id);
      await work.count({ documents: { schedules: 1 } });
      // One that was just being made from the record.
      await removeSchedule(client, queues, id);
    }
    await endWorkOf(deps, project, work);
  },
  async log({ models }, project, work) {
    const named = { id: project._id, ...project };
    const changed = await forgetProjectInLog(models, project, projectNamer(named, { inText: false }), work.signal);
    await work.count({ names: changed });
    await deleteTalkOfProject(models, project, projectNamer(named, { inText: true }), deleting(work));
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
  own: ({ models }, { _id }, work) => deleteOwn(models, "organisations", _id, deleting(work)),
};

const OF_USER: Steps<User> = {
  async access({ models, now }, user, work) {
    await markUser(models, user, { erasureId: work.erasureId, at: now() });
    await work.count({ documents: { sessions: await deleteSessions(models, [user._id]) } });
  },
  documents: ({ models }, user, work) => deleteDocumentsOfUser(models, user, deleting(work)),
  async names(deps, user, work) {
    const { models } = deps;
    const eraser = personEraser({
      id: user._id,
      email: user.email,
      names: [user.name, ...(await earlierNames(models, user._id))],
      others: await everyUser(models),
    });
    const runs = new Set<string>();
    // The log is last: it knows the earlier names, and a step that was ended halfway asks it again.
    for (const { name } of NAMING_PEOPLE.toSorted((a, b) => Number(a.name === "audit") - Number(b.name === "audit"))) {
      work.note(`replacing the name in ${name}`);
      const changed = await eraseNames(models, name, eraser, work.signal);
      await work.count({ names: changed.length });
      // Reports say who decided. They are made again when somebody asks for one.
      if (name === "shots") for (const id of changed) runs.add(id.replace(/-\d+$/, ""));
      if (name === "runs") for (const id of changed) runs.add(id);
      if (name === "shots" || name === "runs") {
        for (const [projectId, ids] of await takeReports(models, [...runs]))
          await eraseSomeArtifacts(deps, projectId, ids, work);
        runs.clear();
      }
    }
  },
  executions: (deps, { _id: id, email }, work) => eraseUserExecutions(deps, { id, email }, work),
  own: ({ models }, { _id }, work) => deleteOwn(models, "users", _id, deleting(work)),
};

/** Does one step; a subject that has gone needs none. */
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
    if (user) await OF_USER[step]?.(deps, user, work);
  }
}
