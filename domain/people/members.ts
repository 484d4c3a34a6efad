// Members of an organisation and their roles. The list is stored in the organisation's document, so that one guarded update decides: an
// organisation never loses its last administrator, even if several people change it at the same time.

import type { Role } from "../words/roles.ts";

export { ROLES, type Role } from "../words/roles.ts";

export type Member = {
  userId: string;
  role: Role;
  joinedAt: Date;
  /** Changed when the member joins and when the role changes; sessions created under another epoch end. null: stored before member lists existed. */
  epoch: string | null;
};

export const MAX_MEMBERS = 1_000;

/** The new list, or why it is not changed. */
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

/** Same as `without`, for an account that is deleted. Only the removal of an administrator can leave the organisation without one. */
export function afterLeaving(members: readonly Member[], userId: string): MembersVerdict {
  if (members.find((one) => one.userId === userId)?.role === "admin") return without(members, userId);
  return { members: members.filter((one) => one.userId !== userId) };
}

function keepingAnAdmin(members: Member[]): MembersVerdict {
  return members.some(({ role }) => role === "admin") ? { members } : { refused: "last_admin" };
}
