// Answers that are written as they are made, so that a large one is never in memory at once.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";

/** The same, with turns of the event loop in between: making many small parts must not hold up other requests. */
async function* unhurried<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    if (isTurnDue()) await nextTurn();
  }
}

/** One line of JSON each. */
export async function* ndjsonOf(documents: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const document of documents) yield `${JSON.stringify(document)}\n`;
}

/** Sends the parts. What fails on the way cuts the connection, so that no part passes for the whole. */
export async function sendInParts(
  res: Response,
  parts: AsyncIterable<unknown>,
  ...through: NodeJS.ReadWriteStream[]
): Promise<void> {
  try {
    await pipeline([Readable.from(unhurried(parts)), ...through, res]);
  } catch (error) {
    // Whoever asked is gone: nobody is left to tell.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
