// Batches the records of artifacts that are stored at the same time: a page produces many pictures, and a single record takes three calls.
import type { Models } from "../index.ts";
import { type ArtifactNote, recordArtifacts } from "./access.ts";

type Waiting = { note: ArtifactNote; resolve(marked: boolean): void; reject(error: unknown): void };

/** Maximum number of records per write. */
const MAX_AT_ONCE = 100;
/** Maximum number of writes in flight, so that a slow one does not block those after it. */
const WRITES = 2;

type Queue = { waiting: Waiting[]; writes: number };
const queues = new WeakMap<Models, Queue>();

/**
 * Records that a project holds an artifact, then returns whether a sweep has marked it. Rejects if the database does not accept the
 * record; it may then be recorded again.
 */
export function noteArtifact(models: Models, note: ArtifactNote): Promise<boolean> {
  const queue = queues.get(models) ?? { waiting: [], writes: 0 };
  queues.set(models, queue);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  queue.waiting.push({ note, resolve, reject });
  if (queue.writes < WRITES) {
    queue.writes += 1;
    void write(models, queue);
  }
  return promise;
}

/** Writes records until none is waiting, including those that arrive during a write. Does not reject. */
async function write(models: Models, queue: Queue): Promise<void> {
  // A caller that stores several artifacts queues all of them in the same tick.
  await Promise.resolve();
  while (queue.waiting.length > 0) {
    const some = queue.waiting.splice(0, MAX_AT_ONCE);
    try {
      const notes = some.map(({ note }) => note);
      await recordArtifacts(models, notes);
      const ids = [...new Set(notes.map(({ artifactId }) => artifactId))];
      const marks = await models.artifactSweeps.find({ _id: { $in: ids } }, { _id: 1 }).lean<{ _id: string }[]>();
      const marked = new Set(marks.map(({ _id }) => _id));
      for (const { note, resolve } of some) resolve(marked.has(note.artifactId));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
  queue.writes -= 1;
}
