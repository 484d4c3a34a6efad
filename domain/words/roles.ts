// Roles in an organisation. Pure data.

export const ROLES = ["admin", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  editor: "Editor",
  admin: "Administrator",
};
