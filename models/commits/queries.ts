// The commits of a project, as reported by its runs, and the graph that they form.

import { createHash } from "node:crypto";
import { circles } from "../../domain/history/circles.ts";
import type { Commit, HistoryRow } from "../../domain/history/commit.ts";
import { buildGraph, type Graph } from "../../domain/history/graph.ts";
import { MAX_ROWS } from "../../domain/history/intake.ts";
import { addTold, newestCommits } from "../../domain/history/kept.ts";
import { isWritten, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { CommitChunk, StoredRow } from "./schema.ts";

/** Maximum number of commits kept per project, the newest: some years of a busy repository, 2 MB. */
export const MAX_COMMITS = 20_000;
/** Number of rows per document. */
const CHUNK = 500;
/** Maximum number of documents per project before they are merged: few enough for the database to read in one batch. */
export const MAX_CHUNKS = 100;

/** What a run, or someone before it, reports about the commits of a project. `rows`: as returned by `readHistory`. */
export type Told = { projectId: string; rows: readonly HistoryRow[]; onMain: boolean; at: Date };

/**
 * `joined`: whether the rows connect to known commits or reach the first commit; if not, more history would help. `known`: whether the
 * newest of the rows is known now. `refused`: number of rows that contradict what is known.
 */
export type KeptHistory = { kept: number; joined: boolean; known: boolean; refused: number };

/**
 * Stores what is new: commits that are not known yet, and that a known commit is now on main. The parents reported first are kept. A
 * disconnected piece of history is not stored, because a commit without its ancestors would look as if nothing had ever been accepted for
 * it. Safe to race and to repeat.
 */
export async function keepHistory(models: Models, { projectId, rows, onMain, at }: Told): Promise<KeptHistory> {
  const chunks = await readChunks(models, projectId);
  const known = commitsOf(chunks);
  const parentsOf = new Map([...known.values()].map(({ sha, parents }) => [sha, parents]));
  const fresh = rows.filter(([sha]) => !known.has(sha));
  for (const [sha, parents] of fresh) parentsOf.set(sha, parents);
  const around = fresh.length > 0 ? circles(parentsOf) : new Set<string>();
  const refused = fresh.filter(([sha]) => around.has(sha)).length;
  const sound = rows.filter(([sha]) => known.has(sha) || !around.has(sha));
  const joined = isJoined(sound, known);
  const answer = { joined, known: known.has(rows[0]?.[0] ?? ""), refused };
  const hangs = joined || known.size === 0 || rows.length >= MAX_ROWS || sound.some(([sha]) => known.has(sha));
  if (!hangs) return { ...answer, kept: 0 };
  const told = sound
    .filter(([sha]) => !known.has(sha) || (onMain && known.get(sha)?.onMain === false))
    .map(([sha, parents, pr = null]): Commit => ({ sha, parents, pr, at, onMain }));
  const written = await writeChunks(models, projectId, told, at);
  if (chunks.length + written.length > MAX_CHUNKS) await putTogether(models, projectId);
  return { ...answer, known: sound.some(([sha]) => sha === rows[0]?.[0]), kept: told.length };
}

/** Returns whether a line of the rows ends in the first commit or in a known one. */
function isJoined(rows: readonly HistoryRow[], known: ReadonlyMap<string, Commit>): boolean {
  const told = new Set(rows.map(([sha]) => sha));
  return rows.some(
    ([, parents]) => parents.length === 0 || parents.some((parent) => !told.has(parent) && known.has(parent)),
  );
}

/** Maximum number of project graphs cached, each of some megabytes at most. */
const MAX_GRAPHS = 8;
/** Keyed by the models of a database. Documents never change, so a graph is valid as long as the same documents exist. */
const graphs = new WeakMap<object, Map<string, { ids: string; graph: Graph }>>();

/** Returns the graph of the known commits. */
export async function loadGraph(models: Models, projectId: string): Promise<Graph> {
  const own = graphs.get(models) ?? new Map<string, { ids: string; graph: Graph }>();
  graphs.set(models, own);
  const there = await readInTurns<CommitChunk>(models.commits, { projectId }, { fields: { _id: 1 } });
  const known = own.get(projectId);
  if (known?.ids === idsOf(there)) return known.graph;
  const chunks = await readChunks(models, projectId);
  const graph = buildGraph([...commitsOf(chunks).values()]);
  own.delete(projectId);
  own.set(projectId, { ids: idsOf(chunks), graph });
  for (const oldest of own.keys()) {
    if (own.size <= MAX_GRAPHS) break;
    own.delete(oldest);
  }
  return graph;
}

const idsOf = (chunks: readonly Pick<CommitChunk, "_id">[]): string =>
  chunks
    .map(({ _id }) => _id)
    .sort()
    .join(" ");

export async function loadCommits(models: Models, projectId: string): Promise<Commit[]> {
  return [...commitsOf(await readChunks(models, projectId)).values()];
}

/**
 * Rewrites the newest commits of a project into as few documents as needed, and then deletes the documents it read. Each call only deletes
 * documents whose commits exist in others, so concurrent calls lose no commit.
 */
export async function putTogether(models: Models, projectId: string, most = MAX_COMMITS): Promise<void> {
  const chunks = await readChunks(models, projectId);
  const [oldest] = chunks;
  if (!oldest) return;
  const commits = newestCommits([...commitsOf(chunks).values()], most);
  const written = new Set(await writeChunks(models, projectId, commits, oldest.at));
  const gone = chunks.map(({ _id }) => _id).filter((id) => !written.has(id));
  await models.commits.deleteMany({ _id: { $in: gone } });
}

/** Returns the chunks oldest first, in the order in which they were reported. */
async function readChunks(models: Models, projectId: string): Promise<CommitChunk[]> {
  const chunks = await readInTurns<CommitChunk>(models.commits, { projectId }, {});
  return chunks.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a._id < b._id ? -1 : 1));
}

function commitsOf(chunks: readonly CommitChunk[]): Map<string, Commit> {
  const known = new Map<string, Commit>();
  for (const { rows } of chunks)
    for (const [sha, parents, pr, at, onMain] of JSON.parse(rows) as StoredRow[])
      addTold(known, { sha, parents, pr, at: new Date(at), onMain: onMain === 1 });
  return known;
}

/** Returns the ids of the documents, including those that already existed. */
async function writeChunks(models: Models, projectId: string, commits: readonly Commit[], at: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const some of chunksOf(commits, CHUNK)) {
    const chunk = chunkOf(projectId, some, at);
    ids.push(chunk._id);
    await isWritten(models.commits.create(chunk));
  }
  return ids;
}

function chunkOf(projectId: string, commits: readonly Commit[], at: Date): CommitChunk {
  const rows = JSON.stringify(
    commits.map(({ sha, parents, pr, at, onMain }): StoredRow => [sha, [...parents], pr, at.getTime(), onMain ? 1 : 0]),
  );
  const hash = createHash("sha256").update(`${at.getTime()} ${rows}`).digest("hex").slice(0, 32);
  return { _id: `${projectId}:${hash}`, projectId, at, rows };
}
