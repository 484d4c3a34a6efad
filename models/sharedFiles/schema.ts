import { describeCollection, document, required } from "../lib/schema.ts";

export const SHARED_FILES = ["allowed-hosts", "advisories"] as const;
export type SharedFileName = (typeof SHARED_FILES)[number];

/** A file of the data folder that every machine has. `file`: its path there. `version`: SHA-256 of its bytes. `packed`: gzip as base64. */
export type SharedFile = {
  _id: SharedFileName;
  file: string;
  version: string;
  packed: string;
  changedAt: Date;
};

export const sharedFileSchema = document<SharedFile>({
  _id: required(String),
  file: required(String),
  version: required(String),
  packed: required(String),
  changedAt: required(Date),
});
describeCollection(sharedFileSchema, {
  holds: "A file that an operator gave the installation: every machine keeps a copy in its data folder.",
  id: "what the file is",
});
