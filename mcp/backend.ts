// What the MCP server stands on: a catalogue and a way to call its tools. The API hands in its own; the CLI one over HTTP.

/** A tool as GET /api/mcp describes it. */
export type ToolDescription = {
  name: string;
  title: string;
  description: string;
  profile: "qa" | "full";
  /** Listed by the profile `core` too. Missing: from a service that does not know it. */
  core?: boolean;
  mutating: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld: boolean;
  inputSchema: Record<string, unknown>;
  /** Args that are accepted and documented, but not worth a token of every conversation. */
  quiet: readonly string[];
};

/** The tool response, as far as MCP looks into it. */
export type Envelope = {
  ok: boolean;
  tool: string;
  summary: string;
  data: unknown;
  warnings: string[];
  nextActions: { label: string; tool: string; args?: Record<string, unknown>; needsConfirm?: true }[];
  error?: { code: string; message: string; reason?: string };
  recoverable?: boolean;
  retryAfterMs?: number;
};

/** A picture in the size in which agents get it; `data` in base64. */
export type Picture = { label: string; mimeType: string; data: string; width: number; height: number };

export type Outcome = { envelope: Envelope; pictures: Picture[] };

export type McpBackend = {
  /** All tools of the catalogue, whatever the profile lists. */
  tools(): Promise<readonly ToolDescription[]>;
  /** Never rejects for a refusal: that is an envelope. */
  invoke(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome>;
};

/** Asks the invoke endpoints for an `Outcome`: the envelope also where the tool answers a CI shape, and the pictures. */
export const OUTCOME_TYPE = "application/vnd.plumbline.outcome+json";

/** The envelope of a call that failed before or beside the tool. */
export function refusal(
  tool: string,
  { code, message, recoverable }: { code: string; message: string; recoverable: boolean },
): Envelope {
  return {
    ok: false,
    tool,
    summary: message,
    data: null,
    warnings: [],
    nextActions: [],
    error: { code, message },
    recoverable,
  };
}
