// Queries for users, and how they are created and changed. Their permissions are in members.ts.
import type { Models } from "../index.ts";
import type { User } from "./schema.ts";

/** An account that is being deleted is only visible to its erasure. */
const LIVE = { erasing: null } as const;

export const findUser = (models: Models, userId: string): Promise<User | null> =>
  models.users
    .findOne({ _id: userId, ...LIVE })
    .lean<User>()
    .exec();

/** `email`: in lower case. */
export const userByEmail = (models: Models, email: string): Promise<User | null> =>
  models.users
    .findOne({ email, ...LIVE })
    .lean<User>()
    .exec();

/** `identity`: hash of the person's identity at the identity provider. */
export const userByIdentity = (models: Models, identity: string): Promise<User | null> =>
  models.users
    .findOne({ identity, ...LIVE })
    .lean<User>()
    .exec();

export const isAddressTaken = async (models: Models, email: string): Promise<boolean> =>
  (await models.users.exists({ email })) !== null;

export const hasUsers = async (models: Models): Promise<boolean> => (await models.users.exists({})) !== null;

/** Returns all users, sorted by address. */
export const allUsers = (models: Models): Promise<User[]> =>
  models.users.find(LIVE).sort({ email: 1 }).lean<User[]>().exec();

export const usersWithIds = (models: Models, ids: readonly string[]): Promise<User[]> =>
  models.users
    .find({ _id: { $in: [...ids] }, ...LIVE })
    .lean<User[]>()
    .exec();

export const usersWithAddresses = (models: Models, emails: readonly string[]): Promise<User[]> =>
  models.users
    .find({ email: { $in: [...emails] }, ...LIVE })
    .lean<User[]>()
    .exec();

/** Rejects with a duplicate key error if somebody has that address. */
export async function insertUser(models: Models, user: User): Promise<void> {
  await models.users.create(user);
}

export async function deleteUser(models: Models, userId: string): Promise<void> {
  await models.users.deleteOne({ _id: userId });
}

/** Changes fields without a conflict check: the name, whether they get mail, the open organisation, the end of all sessions. */
export async function changeUser(
  models: Models,
  userId: string,
  set: Partial<Pick<User, "name" | "lastOrgId" | "sessionEpoch" | "mailsMe">>,
): Promise<void> {
  await models.users.updateOne({ _id: userId }, { $set: set });
}

type Credentials = Pick<User, "_id" | "passwordHash" | "sessionEpoch">;

/** Changes the password if password and sessions are unchanged since they were read. Returns false otherwise. */
export async function changeCredentials(
  models: Models,
  { _id, passwordHash, sessionEpoch }: Credentials,
  set: Partial<User>,
): Promise<boolean> {
  const read = { _id, passwordHash, sessionEpoch: sessionEpoch ?? null };
  return (await models.users.updateOne(read, { $set: set })).modifiedCount > 0;
}

/** Links a person to the identity provider if identity and proof are unchanged since they were read. Returns false otherwise. */
export async function changeIdentity(
  models: Models,
  { _id, identity, provedBy }: Pick<User, "_id" | "identity" | "provedBy">,
  set: Partial<User>,
): Promise<boolean> {
  const read = { _id, identity: identity ?? null, provedBy: provedBy ?? null };
  return (await models.users.updateOne(read, { $set: set })).modifiedCount === 1;
}
