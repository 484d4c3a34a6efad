import type { StoredByKind } from "../../domain/words/storage.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** What a project stores in the artifact store. Updated with each write, and recounted by every sweep. */
export type StorageUse = {
  _id: string;
  bytes: number;
  artifacts: number;
  /** What the bytes belong to, according to the last sweep or plan; missing if there was none. */
  kinds?: StoredByKind | null;
  countedAt?: Date | null;
};

export const storageUseSchema = document<StorageUse>({
  _id: required(String),
  bytes: required(Number),
  artifacts: required(Number),
  kinds: { type: json },
  countedAt: Date,
});
describeCollection(storageUseSchema, {
  holds: "How many bytes a project keeps in the artifact store.",
  id: "the project's id",
});
