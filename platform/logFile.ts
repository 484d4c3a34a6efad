// Log files that outlive a full disk: what cannot be written is dropped and counted, never an error that ends a process.

import { appendFile } from "node:fs/promises";
import path from "node:path";
import { Writable } from "node:stream";
import { messageOf } from "../domain/errors.ts";
import { isStorageFull } from "../domain/storageFull.ts";
import { plural } from "../domain/text.ts";

export type LogFileOptions = {
  path: string;
  /** Told in a sentence when lines begin to be lost, and when the file takes lines again. */
  onTrouble?: (sentence: string) => void;
};

const NEWLINE = 10;

/**
 * Appends what is written to a file. It never emits `error`: while the file cannot be written its lines are dropped, and the
 * first line that fits again comes after a note of how many are missing. The file is opened for each write, so nothing stays open behind a process that ends.
 */
export class LogFile extends Writable {
  readonly #path: string;
  readonly #onTrouble: (sentence: string) => void;
  #lost = 0;
  #broken = false;

  constructor({ path: file, onTrouble = () => {} }: LogFileOptions) {
    super({ decodeStrings: true });
    this.#path = file;
    this.#onTrouble = onTrouble;
  }

  /** Lines that were dropped since the file could last be written. */
  get lost(): number {
    return this.#lost;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#append(chunk).then(() => done());
  }

  async #append(chunk: Buffer): Promise<void> {
    try {
      const note = this.#broken ? `\n[${lines(this.#lost)} missing here]\n` : "";
      await appendFile(this.#path, Buffer.concat([Buffer.from(note), chunk]), { mode: 0o600 });
      if (this.#broken) this.#recovered();
    } catch (error) {
      this.#failed(chunk, error);
    }
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

/** A chunk without a line's end counts as one line. */
function countLines(chunk: Buffer): number {
  let count = 0;
  for (const byte of chunk) if (byte === NEWLINE) count += 1;
  return Math.max(1, count);
}

const lines = (count: number): string => plural(count, "line is", "lines are");

const ignore = () => {};

/**
 * A process whose output leads to a full disk, or to a reader that is gone, works on without it: an `error` of stdout or
 * stderr that nobody hears would end it.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeListener("error", ignore);
    stream.on("error", ignore);
  }
}
