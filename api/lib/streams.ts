// Responses that are written while they are produced, so that a large one is never in memory as a whole.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";

/** Yields the same parts, with pauses for the event loop in between: producing many small parts must not block other requests. */
async function* unhurried<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    if (isTurnDue()) await nextTurn();
  }
}

/** Writes each document as a line of JSON. */
export async function* ndjsonOf(documents: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const document of documents) yield `${JSON.stringify(document)}\n`;
}

/** Sends the parts. A failure on the way aborts the connection, so that a partial response is not taken for a complete one. */
export async function sendInParts(
  res: Response,
  parts: AsyncIterable<unknown>,
  ...through: NodeJS.ReadWriteStream[]
): Promise<void> {
  try {
    await pipeline([Readable.from(unhurried(parts)), ...through, res]);
  } catch (error) {
    // The client has disconnected, so nobody would see the error.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
