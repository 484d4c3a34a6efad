// Who belongs to an organisation, and as what. The list is kept in the organisation's own document, so that one guarded update
// decides: an organisation never loses its last administrator, however many change it at once.

import type { Role } from "../words/roles.ts";

export { ROLES, type Role } from "../words/roles.ts";

export type Member = {
  userId: string;
  role: Role;
  joinedAt: Date;
  /** Made again at joining and with every change of the role: sessions made under another one end. null: kept from before there were lists. */
  epoch: string | null;
};

export const MAX_MEMBERS = 1_000;

/** A list to keep in place of the one there was, or why it stays. */
export type MembersVerdict = { members: Member[] } | { refused: "unknown" | "known" | "last_admin" | "full" };

export function withMember(members: readonly Member[], one: Member): MembersVerdict {
  if (members.some(({ userId }) => userId === one.userId)) return { refused: "known" };
  if (members.length >= MAX_MEMBERS) return { refused: "full" };
  return { members: [...members, one] };
}

export function withRole(members: readonly Member[], userId: string, role: Role, epoch: string): MembersVerdict {
  const found = members.find((one) => one.userId === userId);
  if (!found) return { refused: "unknown" };
  if (found.role === role) return { members: [...members] };
  return keepingAnAdmin(members.map((one) => (one === found ? { ...one, role, epoch } : one)));
}

export function without(members: readonly Member[], userId: string): MembersVerdict {
  const left = members.filter((one) => one.userId !== userId);
  return left.length === members.length ? { refused: "unknown" } : keepingAnAdmin(left);
}

/** As `without`, of an account that is deleted: only an administrator's leaving can take the last one. */
export function afterLeaving(members: readonly Member[], userId: string): MembersVerdict {
  if (members.find((one) => one.userId === userId)?.role === "admin") return without(members, userId);
  return { members: members.filter((one) => one.userId !== userId) };
}

function keepingAnAdmin(members: Member[]): MembersVerdict {
  return members.some(({ role }) => role === "admin") ? { members } : { refused: "last_admin" };
}
