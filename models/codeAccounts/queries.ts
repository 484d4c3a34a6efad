// Every question about linked accounts of code hosts, and about the codes that link them.
import type { Models } from "../index.ts";
import type { CodeAccount, LinkCode } from "./schema.ts";

export const findCodeAccount = (models: Models, _id: string): Promise<CodeAccount | null> =>
  models.codeAccounts.findOne({ _id }).lean<CodeAccount>().exec();

export const codeAccountsOf = (models: Models, userId: string): Promise<CodeAccount[]> =>
  models.codeAccounts.find({ userId }).sort({ linkedAt: 1, _id: 1 }).lean<CodeAccount[]>().exec();

/** The account belongs to this person from now on, whoever had it before. */
export async function putCodeAccount(models: Models, { _id, ...account }: CodeAccount): Promise<void> {
  await models.codeAccounts.updateOne({ _id }, { $set: account }, { upsert: true });
}

/** Takes the account from this person; null: they have no such one. */
export const takeCodeAccount = (models: Models, userId: string, _id: string): Promise<CodeAccount | null> =>
  models.codeAccounts.findOneAndDelete({ _id, userId }).lean<CodeAccount>().exec();

/** Stores a code in place of an earlier one of the same person and host, and deletes those that have expired. */
export async function replaceLinkCode(models: Models, code: LinkCode): Promise<void> {
  const { userId, host, createdAt } = code;
  await models.linkCodes.deleteMany({ userId, host });
  await models.linkCodes.deleteMany({ expiresAt: { $lte: createdAt } });
  await models.linkCodes.create(code);
}

/** Spends a code; null: it is unknown, expired, or for another account. One call gets it. */
export const spendLinkCode = (
  models: Models,
  { hash, host, login, at }: { hash: string; host: LinkCode["host"]; login: string; at: Date },
): Promise<LinkCode | null> =>
  models.linkCodes
    .findOneAndDelete({ _id: hash, host, login, expiresAt: { $gt: at } })
    .lean<LinkCode>()
    .exec();
