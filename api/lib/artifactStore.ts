// Whether the artifact store can be written: asked by whoever reads the readiness, and told to whoever reads the metrics.
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import type { OperationContext } from "./context.ts";
import { withDeadline } from "./withDeadline.ts";

type Asking = Pick<OperationContext, "artifacts" | "now">;

/** A probe of an S3 store is a request that costs: metrics make one a minute at most, and none beside who asks for the readiness. */
const KNOWN_MS = 60_000;

/** What the last probe of a store came to, by this process. */
const lasts = new WeakMap<ArtifactStore, { at: number; up: boolean }>();

/** Rejects where it cannot be written within 3 s. */
export async function checkStore({ artifacts, now }: Asking): Promise<void> {
  let up = false;
  try {
    await withDeadline(() => artifacts.check());
    up = true;
  } finally {
    lasts.set(artifacts, { at: now().getTime(), up });
  }
}

/** As it was at most a minute ago. */
export async function storeIsUp(ctx: Asking): Promise<boolean> {
  const last = lasts.get(ctx.artifacts);
  const age = last === undefined ? Number.POSITIVE_INFINITY : ctx.now().getTime() - last.at;
  if (last && age >= 0 && age < KNOWN_MS) return last.up;
  return checkStore(ctx).then(
    () => true,
    () => false,
  );
}
