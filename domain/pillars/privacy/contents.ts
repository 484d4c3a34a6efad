// Detects reports sent to a path of the site's own that only their content identifies. Tracking reads the same messages.
import { piano } from "../tracking/providers/piano.ts";
import { posthog } from "../tracking/providers/posthog.ts";
import type { Provider } from "../tracking/providers/provider.ts";

/** Providers whose messages contain a distinctive key or have a distinctive shape; the path alone does not match. */
const BY_CONTENT: readonly Provider[] = [posthog, piano];
/** Maximum body length. Batches are smaller, and longer bodies are skipped so that none blocks the event loop. */
const MAX_BODY = 200_000;

/** Returns the provider that the body of a POST reports to, or undefined if the content identifies none. */
export function providerByContent(url: string, body: string | null): string | undefined {
  if (body === null || body === "" || body.length > MAX_BODY) return undefined;
  return BY_CONTENT.find((one) => one.matches({ url, method: "POST", headers: {}, body }))?.label;
}
