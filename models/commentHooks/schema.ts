import type { CodeHostName } from "../../domain/report/codePlace.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

/** A webhook of a repository, for comments on pull requests. */
export type CommentHook = {
  _id: string;
  orgId: string;
  projectId: string;
  host: CodeHostName;
  /** `owner/name` or `group/name`. */
  repository: string;
  /** The secret that the host signs with, sealed. */
  sealedSecret: string;
  createdBy: string;
  createdAt: Date;
  /** The last signed call, or null if there was none yet. */
  lastCallAt: Date | null;
};

export const commentHookSchema = document<CommentHook>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  host: required(String),
  repository: required(String),
  sealedSecret: required(String),
  createdBy: required(String),
  createdAt: required(Date),
  lastCallAt: { type: Date, default: null },
});
describeCollection(commentHookSchema, {
  holds: "A webhook of a code host for comments on pull requests, with its sealed secret.",
});
commentHookSchema.index({ projectId: 1 });
