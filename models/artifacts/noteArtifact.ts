// Notes of artifacts that are stored at the same time are written together: a page gives many pictures, and a note alone takes three calls.
import type { Models } from "../index.ts";
import { type ArtifactNote, recordArtifacts } from "./access.ts";

type Waiting = { note: ArtifactNote; resolve(marked: boolean): void; reject(error: unknown): void };

/** Notes of one write. */
const MAX_AT_ONCE = 100;
/** Writes in flight: a slow one does not hold up whoever comes after it. */
const WRITES = 2;

type Queue = { waiting: Waiting[]; writes: number };
const queues = new WeakMap<Models, Queue>();

/**
 * Notes that a project holds an artifact, and looks afterwards whether a sweep has marked it. Rejects where the database does not
 * take the note; it may be written again.
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

/** What comes while all writes are under way is written next. Does not reject. */
async function write(models: Models, queue: Queue): Promise<void> {
  // Whoever stores several begins all of them in one go.
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
