// Answers tools/call: the whole envelope as text and as structured content, because clients differ in which one they drop.
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { Outcome, Picture } from "./backend.ts";

/** Maximum number of pictures in an answer; further ones are left out. */
export const MAX_PICTURES = 3;

export function toolResult({ envelope, pictures }: Outcome): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(envelope) }, ...pictures.slice(0, MAX_PICTURES).flatMap(shown)],
    structuredContent: envelope,
    isError: !envelope.ok,
  };
}

/** Returns a picture, preceded by a line that says what it shows. */
function shown({ label, mimeType, data, width, height }: Picture): ContentBlock[] {
  return [
    { type: "text", text: `${label} (${width}×${height}, about ${pictureTokens(width, height)} tokens)` },
    { type: "image", mimeType, data },
  ];
}

/** Estimates the tokens that models charge for a picture, accurate to a few percent. */
export function pictureTokens(width: number, height: number): number {
  return Math.ceil((width * height) / 750);
}
