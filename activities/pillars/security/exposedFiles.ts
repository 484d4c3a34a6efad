// Requests files that should not be public, politely: each once, one after the other. None of their content is stored.

import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { EXPOSURES, type Exposure, SOURCE_MAP } from "../../../domain/pillars/security/exposures.ts";
import type { ExposureProbe } from "../../../domain/pillars/security/gathered.ts";
import type { GatherTools } from "../../audit/pillar.ts";

const MAX_MAPS = 10;
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 65_536;
/** Enough to see `sourcesContent`, which follows the list of names in most maps. */
const MAX_MAP_BYTES = 1_000_000;
/** Number of consecutive probes without a response after which the host is left alone. */
const MAX_SILENT = 3;
const TOGETHER_MS = 60_000;

type Probe = { id: string; url: string; maxBytes: number; recognise(start: string): string | null };

/** `origin` is the site's own; `maps` are source maps referenced by its scripts. */
export async function probeExposures(
  tools: Pick<GatherTools, "fetch" | "signal">,
  origin: string,
  maps: readonly string[],
): Promise<ExposureProbe[]> {
  const probes: Probe[] = [
    ...EXPOSURES.map(({ id, path, recognise }: Exposure) => ({
      id,
      url: `${origin}${path}`,
      maxBytes: MAX_BYTES,
      recognise,
    })),
    ...maps
      .slice(0, MAX_MAPS)
      .map((url) => ({ id: SOURCE_MAP.id, url, maxBytes: MAX_MAP_BYTES, recognise: SOURCE_MAP.recognise })),
  ];
  const until = performance.now() + TOGETHER_MS;
  const answers: ExposureProbe[] = [];
  let silent = 0;
  for (const probe of probes) {
    const given = silent >= MAX_SILENT || performance.now() > until;
    const answer = given ? unmeasured(probe, "the host had stopped answering") : await ask(tools, probe);
    silent = answer.state === "not_measured" ? silent + 1 : 0;
    answers.push(answer);
  }
  return answers;
}

async function ask(tools: Pick<GatherTools, "fetch" | "signal">, probe: Probe): Promise<ExposureProbe> {
  const { id, url, maxBytes, recognise } = probe;
  try {
    // A redirect leads to a page for people, never to the file itself.
    const { status, body } = await tools.fetch(url, {
      maxBytes,
      overflow: "truncate",
      timeoutMs: TIMEOUT_MS,
      followRedirects: false,
    });
    const start = id === SOURCE_MAP.id ? body.toString("utf8") : body.subarray(0, 4_096).toString("latin1");
    const pattern = status === 200 ? recognise(start) : null;
    return { url, id, state: pattern === null ? "absent" : "exposed", pattern, status, reason: null };
  } catch (error) {
    tools.signal.throwIfAborted();
    if (error instanceof RequestFailedError || error instanceof AddressRefusedError)
      return unmeasured(probe, error.message);
    throw error;
  }
}

function unmeasured({ id, url }: Probe, reason: string): ExposureProbe {
  return { url, id, state: "not_measured", pattern: null, status: null, reason: reason.slice(0, 300) };
}
