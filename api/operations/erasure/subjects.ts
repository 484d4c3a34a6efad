// Resolves the subject of an erasure and whether the caller may delete it, the text to type, and the reason if it must not be deleted.
import { type ErasureKind, lastAdmin, ONLY_ORGANISATION } from "../../../domain/erasure/erasure.ts";
import { ProductError } from "../../../domain/errors.ts";
import { afterLeaving } from "../../../domain/people/members.ts";
import {
  hasOtherOrganisation,
  organisationToErase,
  projectToErase,
  userToErase,
} from "../../../models/erasures/mark.ts";
import { membershipsOf, membersOf } from "../../../models/organisations/members.ts";
import type { User } from "../../../models/users/schema.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";

/**
 * `id`: id of the subject. `word`: text that must be typed. `orgIds`: organisations whose audit logs record the erasure. `refusal`: why
 * the subject cannot be deleted now; null if it can. `user`: set for accounts.
 */
export type Subject = {
  kind: ErasureKind;
  id: string;
  word: string;
  orgIds: string[];
  refusal: string | null;
  user?: User;
};

/** `named`: slug or id of a project or an organisation, or id or address of an account; the caller's own if omitted. */
export type Asked = { kind: ErasureKind; named?: string; organisation?: string };

/** Throws `not_found` if the subject does not exist or is out of the caller's reach, and `forbidden` if the caller may not delete it. */
export async function subjectOf(ctx: AdminContext, caller: Caller, asked: Asked): Promise<Subject> {
  return FINDERS[asked.kind](ctx, caller, asked);
}

const FINDERS: Record<ErasureKind, (ctx: AdminContext, caller: Caller, asked: Asked) => Promise<Subject>> = {
  async project({ models }, caller, { named = "", organisation }) {
    mustBeAllowed(caller, "administer");
    const orgId =
      caller.kind === "operator" && organisation ? await namedOrganisation(models, organisation) : caller.orgId;
    const project = await projectToErase(models, orgId, named);
    if (!project) throw new ProductError("project_resolution_error", `Project "${named.slice(0, 100)}" was not found.`);
    return { kind: "project", id: project._id, word: project.name, orgIds: [orgId], refusal: null };
  },

  async organisation({ models }, caller, { named }) {
    mustBeAllowed(caller, "administer");
    // Only the operator can delete an organisation other than their own.
    const wanted = caller.kind === "operator" ? (named ?? caller.orgId) : caller.orgId;
    const organisation = await organisationToErase(models, wanted);
    if (!organisation) throw new ProductError("not_found", `Organisation "${wanted.slice(0, 100)}" was not found.`);
    const { _id: id, name: word } = organisation;
    const refusal = (await hasOtherOrganisation(models, id)) ? null : ONLY_ORGANISATION;
    // The organisation's own log is deleted with it, so the entry is written to the operator's organisation.
    const orgIds = caller.kind === "operator" && caller.orgId !== id ? [caller.orgId] : [];
    return { kind: "organisation", id, word, orgIds, refusal };
  },

  async user({ models }, caller, { named = "" }) {
    const own = caller.kind === "user" ? caller.userId : null;
    if (own === null) mustBeAllowed(caller, "operate");
    const user = await userToErase(models, own ?? named.trim().toLowerCase());
    if (!user) throw new ProductError("not_found", `There is no user with the address ${named.slice(0, 254)}.`);
    const places = await membershipsOf(models, user);
    const alone: string[] = [];
    for (const { organisation } of places) {
      const left = afterLeaving(await membersOf(models, organisation), user._id);
      if ("refused" in left && left.refused === "last_admin") alone.push(organisation.name);
    }
    const refusal = alone.length === 0 ? null : lastAdmin(alone);
    const orgIds = places.map(({ organisation }) => organisation._id);
    return { kind: "user", id: user._id, word: user.email, orgIds, refusal, user };
  },
};

async function namedOrganisation(models: AdminContext["models"], named: string): Promise<string> {
  const organisation = await organisationToErase(models, named);
  if (!organisation) throw new ProductError("not_found", `Organisation "${named.slice(0, 100)}" was not found.`);
  return organisation._id;
}
