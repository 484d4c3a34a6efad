// Requests the site over plain HTTP and records where that leads.

import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { isHttps, isPlainLoopback, withoutSecrets } from "../../../domain/pillars/security/addresses.ts";
import type { HttpsRedirect } from "../../../domain/pillars/security/gathered.ts";
import type { GatherTools } from "../../audit/pillar.ts";

export async function probeRedirect(
  tools: Pick<GatherTools, "fetch" | "signal">,
  baseUrl: string,
): Promise<HttpsRedirect> {
  if (isPlainLoopback(baseUrl)) return { state: "inapplicable", reason: "The site is served from localhost." };
  const asked = new URL(baseUrl);
  if (isHttps(baseUrl)) {
    if (asked.port !== "")
      return {
        state: "inapplicable",
        reason: "HTTPS uses a custom port here, so plain HTTP would be another server.",
      };
    asked.protocol = "http:";
  }
  try {
    const { url, status, redirects } = await tools.fetch(asked.href, {
      maxBytes: 1_024,
      overflow: "truncate",
      timeoutMs: 15_000,
    });
    return { state: "answered", status, hops: [...redirects.map(({ from }) => from), url].map(withoutSecrets) };
  } catch (error) {
    tools.signal.throwIfAborted();
    if (error instanceof RequestFailedError) {
      // Nothing listens on plain HTTP: as good as a redirect, if the site is available over HTTPS.
      if (error.kind === "refused" && isHttps(baseUrl)) return { state: "no_http" };
      return { state: "not_measured", reason: error.message.slice(0, 300) };
    }
    if (error instanceof AddressRefusedError) return { state: "not_measured", reason: error.message.slice(0, 300) };
    throw error;
  }
}
