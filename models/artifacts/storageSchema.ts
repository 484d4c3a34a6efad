import { describeCollection, document, required } from "../lib/schema.ts";

/** What a project keeps in the artifact store. Counted with each write, and counted anew by every sweep. */
export type StorageUse = { _id: string; bytes: number; artifacts: number };

export const storageUseSchema = document<StorageUse>({
  _id: required(String),
  bytes: required(Number),
  artifacts: required(Number),
});
describeCollection(storageUseSchema, {
  holds: "How many bytes a project keeps in the artifact store.",
  id: "the project's id",
});
