import type { CodeHostName } from "../../domain/report/codePlace.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** An account of a code host that belongs to a user of this service. */
export type CodeAccount = {
  _id: string;
  userId: string;
  host: CodeHostName;
  /** Login at the time of linking: people rename accounts, ids stay. */
  login: string;
  linkedAt: Date;
};

export const codeAccountSchema = document<CodeAccount>({
  _id: required(String),
  userId: required(String),
  host: required(String),
  login: required(String),
  linkedAt: required(Date),
});
describeCollection(codeAccountSchema, {
  holds: "An account of a code host that is linked to a person; its comments may contain decisions.",
  id: "`<site>:<the host's id of the account>`: an account belongs to one person.",
});
codeAccountSchema.index({ userId: 1 });

/** A code that one account has to post as a comment. Only its hash is stored. */
export type LinkCode = {
  _id: string;
  userId: string;
  orgId: string;
  host: CodeHostName;
  /** In lower case. */
  login: string;
  createdAt: Date;
  expiresAt: Date;
};

export const linkCodeSchema = document<LinkCode>({
  _id: required(String),
  userId: required(String),
  orgId: required(String),
  host: required(String),
  login: required(String),
  createdAt: required(Date),
  expiresAt: required(Date),
});
describeCollection(linkCodeSchema, {
  holds: "A one-time code by which a person proves that an account of a code host is theirs.",
  id: "SHA-256 of the code",
});
linkCodeSchema.index({ userId: 1, host: 1 });
linkCodeSchema.index({ expiresAt: 1 });
