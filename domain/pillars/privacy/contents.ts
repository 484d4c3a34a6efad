// Reports that go through a path of the site's own, where only their content tells whose they are. Tracking reads the same messages.
import { piano } from "../tracking/providers/piano.ts";
import { posthog } from "../tracking/providers/posthog.ts";
import type { Provider } from "../tracking/providers/provider.ts";

/** Of these a key of their own or the whole shape of a message must be there: no path alone makes one. */
const BY_CONTENT: readonly Provider[] = [posthog, piano];
/** A batch is smaller; what is longer is not read, so that no body holds the event loop. */
const MAX_BODY = 200_000;

/** Whose report the body of a POST is. Undefined: nobody's that is known by its content. */
export function providerByContent(url: string, body: string | null): string | undefined {
  if (body === null || body === "" || body.length > MAX_BODY) return undefined;
  return BY_CONTENT.find((one) => one.matches({ url, method: "POST", headers: {}, body }))?.label;
}
