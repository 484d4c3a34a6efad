// Removes a person whose account is deleted from every organisation, or from none: an organisation that would lose its last administrator
// keeps them.
import { afterLeaving, type Member, withMember } from "../../domain/people/members.ts";
import type { Models } from "../index.ts";
import { changeMembers } from "../organisations/members.ts";

/** `orgId`: the organisation that keeps them. `busy`: its members are being changed by others. */
export type Leaving = { left: true } | { left: false; why: "last_admin" | "busy"; orgId: string };

/** Removes the person from these organisations. If one refuses, the person stays in all of them. */
export async function leaveAll(models: Models, userId: string, orgIds: readonly string[]): Promise<Leaving> {
  const left: { orgId: string; member: Member }[] = [];
  for (const orgId of orgIds) {
    let member: Member | undefined;
    const change = await changeMembers(models, orgId, (members) => {
      member = members.find((one) => one.userId === userId);
      return afterLeaving(members, userId);
    });
    if ("done" in change && member) left.push({ orgId, member });
    if ("done" in change || change.refused === "unknown") continue;
    for (const one of left) await changeMembers(models, one.orgId, (members) => withMember(members, one.member));
    return { left: false, why: change.refused === "last_admin" ? "last_admin" : "busy", orgId };
  }
  return { left: true };
}
