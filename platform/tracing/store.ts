import type { ArtifactStore } from "../artifacts/store.ts";
import { beginHere, isTracing, withSpan } from "./spans.ts";

/** Returns the store with a span for each read and write, or the store itself while traces are off. */
export function tracedStore<S extends ArtifactStore>(store: S): S {
  if (!isTracing()) return store;
  const attributes = { "plumbline.store": store.kind };
  return {
    ...store,
    put: (bytes: Uint8Array) =>
      withSpan(beginHere("artifact put", { ...attributes, "plumbline.bytes": bytes.length }, "client"), () =>
        store.put(bytes),
      ),
    async get(id: string) {
      const span = beginHere("artifact get", attributes, "client");
      return withSpan(span, async () => {
        const bytes = await store.get(id);
        span?.set({ "plumbline.bytes": bytes.length });
        return bytes;
      });
    },
  };
}
