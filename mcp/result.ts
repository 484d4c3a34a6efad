// The answer to tools/call: the whole envelope as text and as structured content (clients differ in which they drop).
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { Outcome, Picture } from "./backend.ts";

/** More pictures than these are left out of an answer. */
export const MAX_PICTURES = 3;

export function toolResult({ envelope, pictures }: Outcome): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(envelope) }, ...pictures.slice(0, MAX_PICTURES).flatMap(shown)],
    structuredContent: envelope,
    isError: !envelope.ok,
  };
}

/** A picture with a line before it that says what it shows. */
function shown({ label, mimeType, data, width, height }: Picture): ContentBlock[] {
  return [
    { type: "text", text: `${label} (${width}×${height}, about ${pictureTokens(width, height)} tokens)` },
    { type: "image", mimeType, data },
  ];
}

/** What models charge for a picture, to within a few percent. */
export function pictureTokens(width: number, height: number): number {
  return Math.ceil((width * height) / 750);
}
