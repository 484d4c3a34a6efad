// What each step of a person's erasure does.
import { lastAdmin } from "../../domain/erasure/erasure.ts";
import { type NameEraser, nameEraser, personEraser } from "../../domain/erasure/person.ts";
import { forgetNamesInLog, tracesOf } from "../../models/erasures/auditLog.ts";
import { deleteDocumentsOfUser, deleteOwn } from "../../models/erasures/documents.ts";
import { leaveAll } from "../../models/erasures/leave.ts";
import {
  holdUser,
  markUser,
  moveUser,
  otherMembers,
  otherOrganisationOf,
  projectsOfOrganisations,
  releaseUser,
} from "../../models/erasures/mark.ts";
import { type Erasers, eraseNames } from "../../models/erasures/names.ts";
import { takeReports } from "../../models/erasures/notes.ts";
import { deleteSessions } from "../../models/erasures/sessions.ts";
import type { Models } from "../../models/index.ts";
import { membershipsOf } from "../../models/organisations/members.ts";
import { NAMING_PEOPLE } from "../../models/retention/belongings.ts";
import type { User } from "../../models/users/schema.ts";
import { invalid } from "../failures.ts";
import { deleting, type Erasing, type ErasureDeps, type Steps } from "./deps.ts";
import { eraseSomeArtifacts } from "./eraseArtifacts.ts";
import { eraseUserExecutions } from "./eraseExecutions.ts";

/** Reports whose files are deleted in one pass: each pass reads what names artifacts. */
const REPORTS_AT_ONCE = 2_000;

export const OF_USER: Steps<User> = {
  async access({ models, now }, user, work) {
    // Whoever asked for it may have been killed before all of this.
    if (work.erasure.kind === "user") await leave(models, user);
    await markUser(models, user, { erasureId: work.erasureId, at: now() });
    await work.count({ documents: { sessions: await deleteSessions(models, [user._id]) } });
  },
  documents: ({ models }, user, work) => deleteDocumentsOfUser(models, user, deleting(work)),
  async names(deps, user, work) {
    const { models } = deps;
    const erasers = await erasersOf(models, user, work);
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
  },
  executions: (deps, { _id: id, email }, work) => eraseUserExecutions(deps, { id, email }, work),
  async own({ models }, { _id }, work) {
    // Last: until here they say what to look for.
    await work.count({ names: await forgetNamesInLog(models, _id) });
    await deleteOwn(models, "users", _id, deleting(work));
  },
};

/**
 * Whether the person stays: with an organisation only those go who belong nowhere else, and since that was asked first its projects may have
 * taken hours. From `access` on the account is held, so that it joins nothing more.
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
  await releaseUser(models, user._id, work.erasureId);
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

/** A name counts in the organisations that the person belongs to, or belonged to. */
async function erasersOf(models: Models, user: User, { erasure }: Erasing): Promise<Erasers> {
  const { names, orgIds } = await tracesOf(models, user._id);
  const places = new Set([user.orgId, ...orgIds, ...(erasure.kind === "user" ? erasure.orgIds : [])]);
  const byOrganisation = new Map<string, NameEraser>();
  for (const orgId of places) {
    const others = await otherMembers(models, orgId, user._id);
    byOrganisation.set(orgId, nameEraser({ email: user.email, names: [user.name, ...names], others }));
  }
  const projects = await projectsOfOrganisations(models, [...places]);
  return {
    person: personEraser({ id: user._id, email: user.email }),
    named: (projectId) => byOrganisation.get(projects.get(String(projectId)) ?? "") ?? null,
  };
}

/** Reports say who decided. They are taken from their runs before a name goes, and made again when somebody asks for one. */
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
