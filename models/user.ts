import { document, required } from "./schema.ts";

export const ROLES = ["admin", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** A person who signs in. `email` is stored in lower case. */
export type User = {
  _id: string;
  orgId: string;
  email: string;
  name: string;
  role: Role;
  /** argon2id, encoded with its parameters. */
  passwordHash: string;
  createdAt: Date;
};

export const userSchema = document<User>({
  _id: required(String),
  orgId: required(String),
  email: required(String),
  name: required(String),
  role: required(String),
  passwordHash: required(String),
  createdAt: required(Date),
});
userSchema.index({ email: 1 }, { unique: true });
