// The commits of a project: what its runs tell of them, and the graph that they make.

import { createHash } from "node:crypto";
import { circles } from "../../domain/history/circles.ts";
import type { Commit, HistoryRow } from "../../domain/history/commit.ts";
import { buildGraph, type Graph } from "../../domain/history/graph.ts";
import { MAX_ROWS } from "../../domain/history/intake.ts";
import { addTold, newestCommits } from "../../domain/history/kept.ts";
import { isDuplicateKey, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { CommitChunk, StoredRow } from "./schema.ts";

/** Commits of a project that are kept, the newest: some years of a busy repository, 2 MB. */
export const MAX_COMMITS = 20_000;
/** Rows of a document. */
const CHUNK = 500;
/** Documents of a project before they are put together: few enough for the database to read them at one go. */
export const MAX_CHUNKS = 100;

/** What a run, or somebody before it, tells of the commits of a project. `rows` as `readHistory` answers them. */
export type Told = { projectId: string; rows: readonly HistoryRow[]; onMain: boolean; at: Date };

/**
 * `joined`: what was told goes on in what was known, or begins with the first commit; else more of it would help. `known`: its
 * newest commit is known now. `refused`: rows that contradict what is known.
 */
export type KeptHistory = { kept: number; joined: boolean; known: boolean; refused: number };

/**
 * Keeps what is new: commits that are not known yet, and that one is on main by now. The parents that were told first stand. A piece that
 * hangs together with nothing is not kept: a commit without its ancestors would look like one that nothing was ever accepted
 * for. Safe to race and to repeat.
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

/** Whether a line of it ends in the first commit, or in one that was known. */
function isJoined(rows: readonly HistoryRow[], known: ReadonlyMap<string, Commit>): boolean {
  const told = new Set(rows.map(([sha]) => sha));
  return rows.some(
    ([, parents]) => parents.length === 0 || parents.some((parent) => !told.has(parent) && known.has(parent)),
  );
}

/** Graphs of so many projects are kept, each some megabytes at most. */
const MAX_GRAPHS = 8;
/** By the models of one database. Documents never change, so a graph stands as long as the same ones are there. */
const graphs = new WeakMap<object, Map<string, { ids: string; graph: Graph }>>();

/** The graph of the commits that are known. */
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

/** The commits of a project that are known. */
export async function loadCommits(models: Models, projectId: string): Promise<Commit[]> {
  return [...commitsOf(await readChunks(models, projectId)).values()];
}

/**
 * Writes the newest commits of a project anew, in as few documents as they need, and then deletes the documents that it read.
 * Nobody deletes what is not in documents that are there, so several at once leave every commit in place.
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

/** Oldest first: the order in which they were told. */
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

/** Answers the ids of the documents, also of those that were there already. */
async function writeChunks(models: Models, projectId: string, commits: readonly Commit[], at: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const some of chunksOf(commits, CHUNK)) {
    const chunk = chunkOf(projectId, some, at);
    ids.push(chunk._id);
    try {
      await models.commits.create(chunk);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
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
