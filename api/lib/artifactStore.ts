// Checks whether the artifact store is writable, for readiness and metrics.
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import type { OperationContext } from "./context.ts";
import { withDeadline } from "./withDeadline.ts";

type Asking = Pick<OperationContext, "artifacts" | "now">;

/**
 * How long metrics reuse a probe: a probe of an S3 store is a request that costs money, so metrics make at most one per minute, and none
 * if a readiness check has made one.
 */
const KNOWN_MS = 60_000;

/** Result of this process's last probe of each store. */
const lasts = new WeakMap<ArtifactStore, { at: number; up: boolean }>();

/** Rejects if the store cannot be written within 3 s. */
export async function checkStore({ artifacts, now }: Asking): Promise<void> {
  let up = false;
  try {
    await withDeadline(() => artifacts.check());
    up = true;
  } finally {
    lasts.set(artifacts, { at: now().getTime(), up });
  }
}

/** Whether the store is writable, at most a minute ago. */
export async function storeIsUp(ctx: Asking): Promise<boolean> {
  const last = lasts.get(ctx.artifacts);
  const age = last === undefined ? Number.POSITIVE_INFINITY : ctx.now().getTime() - last.at;
  if (last && age >= 0 && age < KNOWN_MS) return last.up;
  return checkStore(ctx).then(
    () => true,
    () => false,
  );
}
