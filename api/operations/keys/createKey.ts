import { randomBytes } from "node:crypto";
import { type InferType, object, string } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { isIsoTime } from "../../../domain/import/scenarioShape.ts";
import { composeKey, KEY_KINDS, KEY_PREFIX, SCOPES } from "../../../domain/keys.ts";
import { insertKey } from "../../../models/apiKeys/queries.ts";
import type { ApiKey } from "../../../models/apiKeys/schema.ts";
import { describeCaller, resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { nameField, projectField, slugField } from "../../lib/fields.ts";
import { hashKey } from "./authenticateKey.ts";
import { type KeyView, viewKey } from "./keyView.ts";

export const CREATE_KEY_INPUT = object({
  name: nameField.required(),
  kind: string().oneOf(KEY_KINDS).required(),
  /** Project key: slug or id of its project. */
  project: projectField,
  scope: string().oneOf(SCOPES),
  /** Organisation agent key: slug of the project that is used when a call names none. */
  defaultProject: slugField,
  expiresAt: string()
    .max(40)
    .test("iso", "must be a time such as 2026-01-31T12:00:00Z", (v) => v == null || isIsoTime(v)),
})
  .noUnknown()
  .required();
export type CreateKeyInput = InferType<typeof CREATE_KEY_INPUT>;

/** Number of characters of the key's body that stay visible, so that people can tell keys apart. */
const HINT_CHARACTERS = 6;

/** Creates an API key. `key` is its full text, which is returned only here. */
export async function createKey(
  ctx: AdminContext,
  caller: Caller,
  input: CreateKeyInput,
): Promise<{ key: string; record: KeyView }> {
  mustBeAllowed(caller, "administer");
  const wanted = checked(CREATE_KEY_INPUT, input);
  refuseMismatch(wanted);
  const expiresAt = wanted.expiresAt == null ? null : new Date(wanted.expiresAt);
  if (expiresAt && expiresAt <= ctx.now()) throw wrong("expiresAt", "must be in the future");
  const project = wanted.project == null ? null : await resolveProject(ctx, caller, wanted.project);
  const byDefault = wanted.defaultProject == null ? null : await resolveProject(ctx, caller, wanted.defaultProject);

  const text = composeKey(wanted.kind, randomBytes(24));
  const record: ApiKey = {
    _id: makeId("apiKey", ctx.ulid()),
    orgId: caller.orgId,
    name: wanted.name,
    kind: wanted.kind,
    scope: wanted.scope ?? "mcp_full",
    projectId: project?._id ?? null,
    defaultProject: byDefault?.slug ?? null,
    hash: hashKey(text),
    hint: text.slice(0, KEY_PREFIX[wanted.kind].length + HINT_CHARACTERS),
    createdBy: describeCaller(caller),
    createdAt: ctx.now(),
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  };
  await insertKey(ctx.models, record);
  await recordAudit(ctx, caller, "key.create", record._id, {
    name: record.name,
    kind: record.kind,
    scope: record.scope,
    projectId: record.projectId,
  });
  return { key: text, record: viewKey(record) };
}

function refuseMismatch(wanted: CreateKeyInput): void {
  if (wanted.kind === "project" && wanted.project == null) throw wrong("project", "is needed for a project key");
  if (wanted.kind === "project" && wanted.defaultProject != null)
    throw wrong("defaultProject", "is for org agent keys: a project key means its own project");
  if (wanted.kind === "org" && wanted.project != null)
    throw wrong("project", "is for project keys: an org agent key may have a defaultProject");
}

function wrong(path: string, message: string): ProductError {
  return new ProductError("validation_error", `Invalid input: ${path}: ${message}`, {
    fields: [{ path, message }],
  });
}
