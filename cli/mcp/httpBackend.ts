// Catalogue and tools of a remote Plumbline, over HTTP.
import { oneLine, truncate } from "../../domain/text.ts";
import {
  type Envelope,
  type McpBackend,
  OUTCOME_TYPE,
  type Outcome,
  refusal,
  type ToolDescription,
} from "../../mcp/backend.ts";
import { parsed, reasonOf, unreachable } from "../client/service.ts";

export type Remote = {
  /** URL of the service, without a path. */
  url: string;
  apiKey: string;
  /** The project to use if neither args nor key name one. */
  defaultProject: string | null;
};

/** Longer than the longest gateway calls: wait_for_run waits up to 120 s, and suggest_scenario takes as long. */
const TIMEOUT_MS = 150_000;
/** How long a catalogue is cached; it changes when the service is updated. */
const CATALOGUE_MS = 60_000;
const SNIPPET_LENGTH = 200;

type Reply = { status: number; statusText: string; text: string; body: unknown };

export function createHttpBackend({ url, apiKey, defaultProject }: Remote): McpBackend {
  const base = url.replace(/\/+$/, "");
  const send = async (path: string, init: RequestInit, signal?: AbortSignal): Promise<Reply> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(base + path, {
      ...init,
      // A key must not follow a redirect to another host.
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    return { status: response.status, statusText: response.statusText, text, body: parsed(bytes) };
  };

  let kept: { tools: readonly ToolDescription[]; at: number } | undefined;
  return {
    async tools() {
      if (kept && Date.now() - kept.at < CATALOGUE_MS) return kept.tools;
      const reply = await send("/api/mcp", {}).catch((error: unknown) => {
        throw unreachable(base, reasonOf(error));
      });
      const { tools } = (reply.body ?? {}) as { tools?: readonly ToolDescription[] };
      if (reply.status !== 200 || !Array.isArray(tools))
        throw new Error(
          `${base} gave no catalogue of tools (${snippetOf(reply)}): is SVC_URL the address of Plumbline?`,
        );
      kept = { tools, at: Date.now() };
      return tools;
    },

    async invoke(tool, args, signal) {
      const headers = {
        "content-type": "application/json",
        accept: OUTCOME_TYPE,
        "x-api-key": apiKey,
        ...(defaultProject && { "x-default-project": defaultProject }),
      };
      try {
        const body = JSON.stringify({ tool, args });
        const reply = await send("/api/mcp/v1/invoke", { method: "POST", headers, body }, signal);
        return outcomeIn(reply.body) ?? httpError(tool, `Not a response of Plumbline: ${snippetOf(reply)}`);
      } catch (error) {
        return httpError(tool, unreachable(base, reasonOf(error)).message);
      }
    },
  };
}

/** Returns the body as an outcome; the gateway's own refusals (key, rate, body) are plain envelopes. */
function outcomeIn(body: unknown): Outcome | null {
  if (typeof body !== "object" || body === null) return null;
  if ("envelope" in body) return body as Outcome;
  return "ok" in body && "summary" in body ? { envelope: body as Envelope, pictures: [] } : null;
}

function httpError(tool: string, message: string): Outcome {
  return { envelope: refusal(tool, { code: "http_error", message, recoverable: true }), pictures: [] };
}

/** Returns status and beginning of a body that is not in the expected format, such as a proxy's page. */
function snippetOf({ status, statusText, text }: Reply): string {
  return `HTTP ${status} ${statusText}: ${truncate(oneLine(text), SNIPPET_LENGTH + 1)}`;
}
