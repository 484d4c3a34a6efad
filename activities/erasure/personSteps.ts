// The steps of a person's erasure.
import { lastAdmin } from "../../domain/erasure/erasure.ts";
import { type NameEraser, nameEraser, personEraser } from "../../domain/erasure/person.ts";
import { forgetNamesInLog, tracesOf } from "../../models/erasures/auditLog.ts";
import { deleteDocumentsOfUser, deleteOwn } from "../../models/erasures/documents.ts";
import { leaveAll } from "../../models/erasures/leave.ts";
import {
  holdUser,
  markUser,
  membersAndOthers,
  moveUser,
  otherOrganisationOf,
  projectsOfOrganisations,
  releaseUser,
} from "../../models/erasures/mark.ts";
import { type Erasers, eraseNames } from "../../models/erasures/names.ts";
import { takeReports } from "../../models/erasures/notes.ts";
import { erasureOf, forgetNamed, noteNamed } from "../../models/erasures/queries.ts";
import { deleteSessions } from "../../models/erasures/sessions.ts";
import type { Models } from "../../models/index.ts";
import { membershipsOf } from "../../models/organisations/members.ts";
import { NAMING_PEOPLE } from "../../models/retention/belongings.ts";
import type { User } from "../../models/users/schema.ts";
import { invalid } from "../failures.ts";
import { deleting, type Erasing, type ErasureDeps, type Steps } from "./deps.ts";
import { eraseSomeArtifacts } from "./eraseArtifacts.ts";
import { eraseUserExecutions } from "./eraseExecutions.ts";

/** Maximum number of reports whose files are deleted in one pass: each pass reads all references to artifacts. */
const REPORTS_AT_ONCE = 2_000;

export const OF_USER: Steps<User> = {
  async access({ models, now }, user, work) {
    // The process that requested it may have been killed before any of this.
    if (work.erasure.kind === "user") await leave(models, user);
    await markUser(models, user, { erasureId: work.erasureId, at: now() });
    await work.count({ documents: { sessions: await deleteSessions(models, [user._id]) } });
  },
  documents: ({ models }, user, work) => deleteDocumentsOfUser(models, user, deleting(work)),
  async names(deps, user, work) {
    const { models } = deps;
    // A pass for another person of the organisation covered this one too.
    if (work.erasure.named?.includes(user._id)) return;
    const people = await goingTogether(deps, user, work);
    const erasers = await erasersOf(models, people, work);
    for (const { name } of NAMING_PEOPLE) {
      work.note(`replacing the name in ${name}`);
      const reports = new Reports(deps, work);
      const around = async (ids: readonly string[]) => {
        if (name === "shots") await reports.take(ids.map((id) => id.replace(/-\d+$/, "")));
        if (name === "runs") await reports.take(ids);
      };
      await work.count({ names: await eraseNames(models, name, erasers, { signal: work.signal, around }) });
      await reports.drop();
    }
    if (people.length > 1)
      await noteNamed(
        models,
        work.erasureId,
        people.map(({ _id }) => _id),
      );
  },
  async executions(deps, { _id: id, email }, work) {
    await eraseUserExecutions(deps, { id, email }, work);
    // End of a person's first round; the last round checks again.
    await forgetNamed(deps.models, work.erasureId, id);
  },
  async own({ models }, { _id }, work) {
    await forgetNamed(models, work.erasureId, _id);
    // Last, because until here the names are needed to search for.
    await work.count({ names: await forgetNamesInLog(models, _id) });
    await deleteOwn(models, "users", _id, deleting(work));
  },
};

/**
 * Whether the person is kept: with an organisation only those who belong to no other are deleted, and since that was first checked, its
 * projects may have taken hours. From `access` on the account is locked, so that it joins nothing else.
 */
export async function staysElsewhere(
  { models }: ErasureDeps,
  user: User,
  step: string,
  work: Erasing,
): Promise<boolean> {
  const { kind, subjectId } = work.erasure;
  if (kind !== "organisation") return false;
  if (step === "access") await holdUser(models, user._id, work.erasureId);
  const other = await otherOrganisationOf(models, user, subjectId);
  if (other === null) return false;
  // Unlock the account, which was locked by this erasure, or by an earlier one that failed; unless the person is deleting it too.
  if ((await erasureOf(models, "user", user._id)) === null) await releaseUser(models, user._id);
  await moveUser(models, user, subjectId, other);
  return true;
}

async function leave(models: Models, user: User): Promise<void> {
  const places = await membershipsOf(models, user);
  const leaving = await leaveAll(
    models,
    user._id,
    places.map(({ organisation }) => organisation._id),
  );
  if (leaving.left) return;
  if (leaving.why === "busy") throw new Error(`The members of ${leaving.orgId} are being changed by others.`);
  const kept = places.find(({ organisation }) => organisation._id === leaving.orgId)?.organisation;
  throw invalid(lastAdmin([kept?.name ?? leaving.orgId]));
}

/**
 * Returns the people whose names are replaced in one pass, which reads everything that may contain names: with an organisation all
 * who are still to be deleted. They are locked first, so that none of them is kept after all.
 */
async function goingTogether(deps: ErasureDeps, user: User, work: Erasing): Promise<User[]> {
  const { kind, subjectId } = work.erasure;
  const people = [user];
  if (kind !== "organisation") return people;
  for (const { user: one, otherOrgId } of await membersAndOthers(deps.models, subjectId))
    if (one._id !== user._id && otherOrgId === null && !(await staysElsewhere(deps, one, "access", work)))
      people.push(one);
  return people;
}

/** A name counts in every organisation the person belongs to, or belonged to. */
async function erasersOf(models: Models, people: readonly User[], { erasure }: Erasing): Promise<Erasers> {
  const members = new Map<string, User[]>();
  const called = new Map<string, NameEraser[]>();
  for (const { _id, orgId: madeIn, email, name } of people) {
    const { names, orgIds } = await tracesOf(models, _id);
    for (const orgId of new Set([madeIn, ...orgIds, ...(erasure.kind === "user" ? erasure.orgIds : [])])) {
      const known = members.get(orgId) ?? (await membersAndOthers(models, orgId)).map((one) => one.user);
      members.set(orgId, known);
      const others = known.filter((one) => one._id !== _id);
      called.set(orgId, [...(called.get(orgId) ?? []), nameEraser({ email, names: [name, ...names], others })]);
    }
  }
  const projects = await projectsOfOrganisations(models, [...called.keys()]);
  const inOrganisation = new Map([...called].map(([orgId, some]) => [orgId, together(some)]));
  return {
    person: personEraser(people.map(({ _id: id, email }) => ({ id, email }))),
    named: (projectId) => inOrganisation.get(projects.get(String(projectId)) ?? "") ?? null,
  };
}

const together = (erasers: readonly NameEraser[]): NameEraser => ({
  name: (value) => erasers.reduce((left, eraser) => eraser.name(left), value),
  mentions: (value) => erasers.reduce((left, eraser) => eraser.mentions(left), value),
});

/** Reports name who decided. They are removed from their runs before a name is replaced, and generated again on request. */
class Reports {
  readonly #deps: ErasureDeps;
  readonly #work: Erasing;
  readonly #taken = new Map<string, string[]>();
  #count = 0;
  constructor(deps: ErasureDeps, work: Erasing) {
    this.#deps = deps;
    this.#work = work;
  }

  async take(runIds: readonly string[]): Promise<void> {
    for (const [projectId, ids] of await takeReports(this.#deps.models, [...new Set(runIds)])) {
      this.#taken.set(projectId, [...(this.#taken.get(projectId) ?? []), ...ids]);
      this.#count += ids.length;
    }
    if (this.#count >= REPORTS_AT_ONCE) await this.drop();
  }

  async drop(): Promise<void> {
    for (const [projectId, ids] of this.#taken) await eraseSomeArtifacts(this.#deps, projectId, ids, this.#work);
    this.#taken.clear();
    this.#count = 0;
  }
}
