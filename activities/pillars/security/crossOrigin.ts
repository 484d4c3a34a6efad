// Checks what the site lets pages of another origin read.

import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { withoutSecrets } from "../../../domain/pillars/security/addresses.ts";
import type { CrossOriginSharing } from "../../../domain/pillars/security/gathered.ts";
import { headerText } from "../../../platform/net/safeFetch.ts";
import type { GatherTools } from "../../audit/pillar.ts";

/** An origin that no site can know: `.invalid` is reserved (RFC 2606). */
export const STRANGER = "https://plumbline-check.invalid";

export async function probeSharing(
  tools: Pick<GatherTools, "fetch" | "signal">,
  baseUrl: string,
): Promise<CrossOriginSharing> {
  try {
    const { url, headers } = await tools.fetch(baseUrl, {
      headers: { origin: STRANGER },
      maxBytes: 1_024,
      overflow: "truncate",
      timeoutMs: 15_000,
    });
    const allowed = headerText(headers, "access-control-allow-origin")?.trim() ?? "";
    const credentials = headerText(headers, "access-control-allow-credentials")?.trim().toLowerCase() === "true";
    const allowOrigin =
      allowed === "" ? "none" : allowed === "*" ? "any" : allowed === STRANGER ? "reflected" : "named";
    return {
      state: "answered",
      url: withoutSecrets(url),
      allowOrigin,
      reflected: allowOrigin === "reflected",
      credentials,
    };
  } catch (error) {
    tools.signal.throwIfAborted();
    if (error instanceof RequestFailedError || error instanceof AddressRefusedError)
      return { state: "not_measured", reason: error.message.slice(0, 300) };
    throw error;
  }
}
