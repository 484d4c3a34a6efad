// What may be erased by whom: each kind finds its subject, what is to be typed, and why it has to stay.
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
 * `id`: of what is erased. `word`: what must be typed. `orgIds`: whose audit logs say it. `refusal`: why it cannot be erased now; null: it
 * can. `user`: of an account.
 */
export type Subject = {
  kind: ErasureKind;
  id: string;
  word: string;
  orgIds: string[];
  refusal: string | null;
  user?: User;
};

/** `named`: slug or id of a project or an organisation, id or address of an account. Left out: the caller's own. */
export type Asked = { kind: ErasureKind; named?: string; organisation?: string };

/** Throws `not_found` for what is not there or out of the caller's reach, `forbidden` where they may not. */
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
    // Only the operator reaches another one than their own.
    const wanted = caller.kind === "operator" ? (named ?? caller.orgId) : caller.orgId;
    const organisation = await organisationToErase(models, wanted);
    if (!organisation) throw new ProductError("not_found", `Organisation "${wanted.slice(0, 100)}" was not found.`);
    const { _id: id, name: word } = organisation;
    const refusal = (await hasOtherOrganisation(models, id)) ? null : ONLY_ORGANISATION;
    // Its own log goes with it; the operator's organisation keeps the entry.
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
