// Notes of artifacts that are stored at the same time are written together: a page gives many pictures, and a note alone takes three calls.
import type { Models } from "../index.ts";
import { type ArtifactNote, recordArtifacts } from "./access.ts";

type Waiting = { note: ArtifactNote; resolve(marked: boolean): void; reject(error: unknown): void };

/** Notes of one write. */
const MOST = 100;

const queues = new WeakMap<Models, { waiting: Waiting[]; writing: boolean }>();

/**
 * Notes that a project holds an artifact, and looks afterwards whether a sweep has marked it. Rejects where the database does not
 * take the note; it may be written again.
 */
export function noteArtifact(models: Models, note: ArtifactNote): Promise<boolean> {
  const queue = queues.get(models) ?? { waiting: [], writing: false };
  queues.set(models, queue);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  queue.waiting.push({ note, resolve, reject });
  if (!queue.writing) {
    queue.writing = true;
    void write(models, queue);
  }
  return promise;
}

/** What comes while some are written is written next. Does not reject. */
async function write(models: Models, queue: { waiting: Waiting[]; writing: boolean }): Promise<void> {
  // Whoever stores several begins all of them in one go.
  await Promise.resolve();
  while (queue.waiting.length > 0) {
    const some = queue.waiting.splice(0, MOST);
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
  queue.writing = false;
}
