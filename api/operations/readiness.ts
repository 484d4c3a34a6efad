// Checks every part that the service depends on in parallel, with a deadline.
import { messageOf } from "../../domain/errors.ts";
import { StrangerError } from "../../domain/installation.ts";
import { isStorageFull } from "../../domain/storageFull.ts";
import { type RetentionRules, retentionRules } from "../../domain/words/retention.ts";
import type { QueueRole } from "../../domain/workflowNames.ts";
import { hasOrganisations } from "../../models/organisations/queries.ts";
import type { ArtifactStoreKind } from "../../platform/artifacts/store.ts";
import { checkStore } from "../lib/artifactStore.ts";
import type { OperationContext } from "../lib/context.ts";
import { type Unserved, unservedLocations, unservedQueues } from "../lib/unservedQueues.ts";
import { withDeadline } from "../lib/withDeadline.ts";
import { sweepStanding } from "./retention/standing.ts";

export type PartState = { ok: boolean; detail: string };
export type Readiness = {
  ready: boolean;
  parts: Record<"temporal" | "database" | "artifacts" | "workers", PartState>;
  /** How long runs are kept unless a project sets its own rules. */
  retention: RetentionRules;
  /** Whether expired runs are deleted daily, the time for which the first sweep is announced, and when the last one finished. */
  sweep: { daily: boolean; announcedAt: string | null; lastAt: string | null };
};

/** Probes that arrive within this time share one result, because the endpoint is open to anyone. */
const SHARED_MS = 1_000;
const shared = new WeakMap<OperationContext, { from: number; answer: Promise<Readiness> }>();

/** Returns the readiness of this service, at most a second old. */
export function sharedReadiness(ctx: OperationContext): Promise<Readiness> {
  const now = ctx.now().getTime();
  const last = shared.get(ctx);
  if (last && now - last.from < SHARED_MS) return last.answer;
  const answer = readiness(ctx);
  shared.set(ctx, { from: now, answer });
  return answer;
}

/** Details are plain sentences for anyone; the actual errors are logged. */
export async function readiness(ctx: OperationContext): Promise<Readiness> {
  const engine = withDeadline(() => ctx.engine.ready());
  const [temporal, workers, database, artifacts, sweep] = await Promise.all([
    probe(ctx, "temporal", "Temporal does not answer.", async () => {
      const { temporal, trouble } = await engine;
      if (trouble) return { ok: false, detail: trouble };
      if (!temporal) throw new Error("not reachable");
      return "Temporal answers.";
    }),
    probe(ctx, "workers", "Cannot check for workers because Temporal does not answer.", async () => {
      const ready = await engine;
      return withDeadline(() => Promise.all([unservedQueues(ctx, ready), unservedLocations(ctx)])).then(
        ([queues, locations]) => workersState(queues, locations),
        () => UNKNOWN_WORKERS,
      );
    }),
    probe(ctx, "database", "The database does not answer.", async () => {
      await withDeadline(async () => ctx.databaseIsOurs?.());
      await withDeadline(() => hasOrganisations(ctx.models));
      return "The database answers.";
    }),
    probe(ctx, "artifacts", `${STORES[ctx.artifacts.kind]} cannot be written.`, async () => {
      await checkStore(ctx);
      await withDeadline(async () => ctx.storeIsOurs?.());
      return `${STORES[ctx.artifacts.kind]} can be written.`;
    }),
    sweepOf(ctx),
  ]);
  const parts = { temporal, database, artifacts, workers };
  const ready = Object.values(parts).every((p) => p.ok);
  return { ready, parts, retention: retentionRules(), sweep };
}

async function sweepOf(ctx: OperationContext): Promise<Readiness["sweep"]> {
  try {
    const { daily, announcedAt, lastAt } = await withDeadline(() => sweepStanding(ctx));
    return { daily, announcedAt: announcedAt?.toISOString() ?? null, lastAt: lastAt?.toISOString() ?? null };
  } catch {
    // The database is down, which its own entry reports.
    return { daily: ctx.config.retention === "on", announcedAt: null, lastAt: null };
  }
}

const STORES: Record<ArtifactStoreKind, string> = {
  files: "The artifact store (files)",
  s3: "The artifact store (S3)",
};

const UNKNOWN_WORKERS: PartState = {
  ok: false,
  detail: "Cannot check for workers because the database does not answer.",
};

/** A location without a worker does not affect other locations, so the service is still ready. */
function workersState(unserved: readonly Unserved[], away: Awaited<ReturnType<typeof unservedLocations>>): PartState {
  const places =
    away.length > 0 &&
    `These locations have no worker: ${away.map(({ role, location }) => `${location} (${role})`).join(", ")}. Runs that need one wait.`;
  if (unserved.length === 0)
    return { ok: true, detail: ["Workers serve every queue.", places].filter(Boolean).join(" ") };
  const outdated = unserved.filter(({ others }) => others.length > 0);
  const empty = unserved.filter(({ others }) => others.length === 0);
  const details = [
    empty.length > 0 && `No worker serves ${queueWords(empty)}.`,
    // Host names must not be public; the command shows them.
    outdated.length > 0 &&
      `New work begins with version ${outdated[0]?.wanted}, and only workers of ${othersOf(outdated)} serve ${queueWords(outdated)}: upgrade their host, or promote their version ("npm run -s admin -- deploy show" names both).`,
  ];
  return { ok: false, detail: [...details, places].filter(Boolean).join(" ") };
}

const othersOf = (unserved: readonly Unserved[]): string =>
  [...new Set(unserved.flatMap(({ others }) => others))].join(" and ");

const queueWords = (queues: readonly { queue: QueueRole }[]): string =>
  `${queues.length > 1 ? "the queues" : "the queue"} ${queues.map(({ queue }) => queue).join(" and ")}`;

async function probe(
  ctx: OperationContext,
  part: string,
  failure: string,
  ask: () => Promise<string | PartState>,
): Promise<PartState> {
  try {
    const answer = await ask();
    return typeof answer === "string" ? { ok: true, detail: answer } : answer;
  } catch (error) {
    ctx.log("warn", "part not ready", { part, reason: messageOf(error) });
    if (error instanceof StrangerError) return { ok: false, detail: error.plain };
    const full = isStorageFull(error) ? ` Its disk is full: free some space.` : "";
    return { ok: false, detail: `${failure}${full}` };
  }
}
