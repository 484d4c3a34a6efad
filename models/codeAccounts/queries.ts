// Queries for linked accounts of code hosts, and for the codes that link them.
import type { Models } from "../index.ts";
import type { CodeAccount, LinkCode } from "./schema.ts";

export const findCodeAccount = (models: Models, _id: string): Promise<CodeAccount | null> =>
  models.codeAccounts.findOne({ _id }).lean<CodeAccount>().exec();

export const codeAccountsOf = (models: Models, userId: string): Promise<CodeAccount[]> =>
  models.codeAccounts.find({ userId }).sort({ linkedAt: 1, _id: 1 }).lean<CodeAccount[]>().exec();

/** Assigns the account to this person, whoever had it before. */
export async function putCodeAccount(models: Models, { _id, ...account }: CodeAccount): Promise<void> {
  await models.codeAccounts.updateOne({ _id }, { $set: account }, { upsert: true });
}

/** Removes the account from this person and returns it, or returns null if they do not have it. */
export const takeCodeAccount = (models: Models, userId: string, _id: string): Promise<CodeAccount | null> =>
  models.codeAccounts.findOneAndDelete({ _id, userId }).lean<CodeAccount>().exec();

/** Stores a code, replacing an earlier one of the same person and host, and deletes expired codes. */
export async function replaceLinkCode(models: Models, code: LinkCode): Promise<void> {
  const { userId, host, createdAt } = code;
  await models.linkCodes.deleteMany({ userId, host });
  await models.linkCodes.deleteMany({ expiresAt: { $lte: createdAt } });
  await models.linkCodes.create(code);
}

/** Redeems a code and returns it, or returns null if it is unknown, expired, or for another account. Only one call gets it. */
export const spendLinkCode = (
  models: Models,
  { hash, host, login, at }: { hash: string; host: LinkCode["host"]; login: string; at: Date },
): Promise<LinkCode | null> =>
  models.linkCodes
    .findOneAndDelete({ _id: hash, host, login, expiresAt: { $gt: at } })
    .lean<LinkCode>()
    .exec();
