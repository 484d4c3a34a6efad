// Storage used by an organisation in bytes, by project and by kind of data.
import { type StorageLevel, storageLevel } from "../../../domain/storage/quota.ts";
import { STORED_KINDS, type StoredKind } from "../../../domain/words/storage.ts";
import { storedBy } from "../../../models/artifacts/storage.ts";
import { findOrganisation } from "../../../models/organisations/queries.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { limitOf } from "../../lib/storage.ts";

type Amount = { bytes: number; artifacts: number };
export type StorageView = Amount & {
  limit: number | null;
  level: StorageLevel;
  /** Largest first. */
  projects: ({ slug: string; name: string } & Amount)[];
  /** As counted by the last sweep or its plan, for the projects that existed then; null if nothing was counted yet. */
  kinds: { countedAt: string; of: ({ kind: StoredKind } & Amount)[] } | null;
};

export async function readStorage(
  ctx: Pick<OperationContext, "config" | "models">,
  caller: Caller,
): Promise<StorageView> {
  mustBeAllowed(caller, "view");
  const [organisation, projects] = await Promise.all([
    findOrganisation(ctx.models, caller.orgId, { storageQuota: 1 }),
    projectsWithin(ctx.models, { orgId: caller.orgId }, { fields: { slug: 1, name: 1 } }),
  ]);
  const stored = await storedBy(
    ctx.models,
    projects.map(({ _id }) => _id),
  );
  const rows = projects.map(({ _id, slug, name }) => ({ slug, name, ...amount(stored.get(_id)) }));
  const all = sum(rows);
  const limit = limitOf(ctx, organisation ?? {});
  const counted = [...stored.values()].filter(({ kinds }) => kinds);
  const times = counted.flatMap(({ countedAt }) => (countedAt ? [countedAt.getTime()] : []));
  const of = STORED_KINDS.map((kind) => ({ kind, ...sum(counted.map(({ kinds }) => amount(kinds?.[kind]))) }));
  return {
    ...all,
    limit,
    level: storageLevel({ used: all.bytes, limit }),
    projects: rows.sort((a, b) => b.bytes - a.bytes),
    kinds:
      times.length === 0
        ? null
        : { countedAt: new Date(Math.min(...times)).toISOString(), of: of.filter(({ artifacts }) => artifacts > 0) },
  };
}

/** Clamps negative counts, which a killed writer may leave, to zero. */
const amount = (of: Amount | undefined): Amount => ({
  bytes: Math.max(0, of?.bytes ?? 0),
  artifacts: Math.max(0, of?.artifacts ?? 0),
});

const sum = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((all, { bytes, artifacts }) => ({ bytes: all.bytes + bytes, artifacts: all.artifacts + artifacts }), {
    bytes: 0,
    artifacts: 0,
  });
