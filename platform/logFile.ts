// Log files that survive a full disk: what cannot be written is dropped and counted, and never causes an error that ends a process. They are
// rotated: a full file is renamed, and the oldest one is deleted.

import { appendFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { Writable } from "node:stream";
import { messageOf } from "../domain/errors.ts";
import { isStorageFull } from "../domain/storageFull.ts";
import { plural } from "../domain/text.ts";

export type LogFileOptions = {
  path: string;
  /** Called with a sentence when lines start to be lost, and when the file can be written again. */
  onTrouble?: (sentence: string) => void;
  /** Maximum size of a file in bytes, after which the next one begins. */
  maxBytes?: number;
};

const NEWLINE = 10;
/** Maximum size of one file in bytes. */
export const MAX_LOG_BYTES = 10_000_000;
/** Number of rotated files: `api.log.1` is the newest of them. */
export const LOGS_SET_ASIDE = 4;

/**
 * Appends what is written to a file. It never emits `error`: while the file cannot be written, its lines are dropped, and the first line
 * that fits again follows a note of how many are missing. The file is opened for each write, so nothing stays open after a process ends.
 */
export class LogFile extends Writable {
  readonly #path: string;
  readonly #onTrouble: (sentence: string) => void;
  readonly #maxBytes: number;
  /** Size of the file in bytes; null if not determined yet. */
  #bytes: number | null = null;
  #lost = 0;
  #broken = false;

  constructor({ path: file, onTrouble = () => {}, maxBytes = MAX_LOG_BYTES }: LogFileOptions) {
    super({ decodeStrings: true });
    this.#path = file;
    this.#onTrouble = onTrouble;
    this.#maxBytes = maxBytes;
  }

  /** Number of lines dropped since the file could last be written. */
  get lost(): number {
    return this.#lost;
  }

  /** Resolves when everything written so far is in the file, or lost. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      this.write(Buffer.alloc(0), () => resolve());
    });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (chunk.length === 0) done();
    else this.#append(chunk).then(() => done());
  }

  async #append(chunk: Buffer): Promise<void> {
    try {
      const note = this.#broken ? `\n[${lines(this.#lost)} missing here]\n` : "";
      const written = Buffer.concat([Buffer.from(note), chunk]);
      await this.#makeRoom(written.length);
      await appendFile(this.#path, written, { mode: 0o600 });
      this.#bytes = (this.#bytes ?? 0) + written.length;
      if (this.#broken) this.#recovered();
    } catch (error) {
      this.#failed(chunk, error);
    }
  }

  /** Rotates a file that would become too large. If it cannot be renamed, writing continues in it. */
  async #makeRoom(bytes: number): Promise<void> {
    this.#bytes ??= await sizeOf(this.#path);
    if (this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes) return;
    for (let number = LOGS_SET_ASIDE; number > 0; number -= 1) {
      const from = number === 1 ? this.#path : `${this.#path}.${number - 1}`;
      await rename(from, `${this.#path}.${number}`).catch(() => {});
    }
    this.#bytes = await sizeOf(this.#path);
  }

  #recovered(): void {
    const lost = this.#lost;
    this.#broken = false;
    this.#lost = 0;
    this.#onTrouble(`the log ${this.#path} is written again; ${lines(lost)} missing`);
  }

  #failed(chunk: Buffer, error: unknown): void {
    this.#lost += countLines(chunk);
    if (this.#broken) return;
    this.#broken = true;
    const why = isStorageFull(error)
      ? `the disk of ${path.dirname(this.#path)} is full: free some space`
      : messageOf(error);
    this.#onTrouble(`the log ${this.#path} cannot be written and its lines are dropped until it can: ${why}`);
  }
}

/** Returns 0 if there is no file. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** A chunk without a line end counts as one line. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (const byte of chunk) if (byte === NEWLINE) count += 1;
  return Math.max(1, count);
}

const lines = (count: number): string => plural(count, "line is", "lines are");

const ignore = () => {};

/** Lets a process continue if its output leads to a full disk or to a reader that is gone: an unhandled `error` of stdout or stderr would end it. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeListener("error", ignore);
    stream.on("error", ignore);
  }
}
