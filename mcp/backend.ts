// What the MCP server needs: a catalogue and a way to call its tools. The API passes its own; the CLI one that works over HTTP.

/** A tool as described by GET /api/mcp. */
export type ToolDescription = {
  name: string;
  title: string;
  description: string;
  profile: "qa" | "full";
  /** Also listed by the profile `core`. Missing if the service does not know that profile yet. */
  core?: boolean;
  mutating: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld: boolean;
  inputSchema: Record<string, unknown>;
  /** Args that are accepted and documented, but not worth their tokens in every conversation. */
  quiet: readonly string[];
};

/** The fields of the tool response that MCP uses. */
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

/** A picture at the size that agents get; `data` is base64. */
export type Picture = { label: string; mimeType: string; data: string; width: number; height: number };

export type Outcome = { envelope: Envelope; pictures: Picture[] };

export type McpBackend = {
  /** Returns all tools of the catalogue, whatever the profile lists. */
  tools(): Promise<readonly ToolDescription[]>;
  /** Calls a tool. Never rejects for a refused call, which is an envelope. */
  invoke(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome>;
};

/**
 * Media type with which the service's own clients request an `Outcome` from the invoke endpoints: the envelope, even if the tool answers
 * in a CI shape, and the pictures.
 */
export const OUTCOME_TYPE = "application/vnd.plumbline.outcome+json";

/** Returns the envelope of a call that failed before or outside the tool. */
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
