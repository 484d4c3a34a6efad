// Measures how long lists of problems take in a project with very many of them, on the embedded database.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OperationContext } from "../../api/lib/context.ts";
import { listProblems, type ProblemFilter } from "../../api/operations/problems/listProblems.ts";
import type { Sighting } from "../../domain/problems/problem.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels, ensureIndexes, type Models } from "../../models/index.ts";
import { chunksOf } from "../../models/lib/chunks.ts";
import { refreshList } from "../../models/problems/lists.ts";
import { problemIdOf, shelfOf } from "../../models/problems/shelf.ts";
import { databaseSocket, uriOfSocket } from "../../temporal-dev/databaseSocket.ts";
import { mongoServer } from "../../temporal-dev/servers.ts";
import { setUp } from "../../temporal-dev/setup.mjs";
import { table } from "../../temporal-dev/table.ts";
import { median } from "../lib/stats.ts";

const PROBLEMS = 50_000;
/** Number of problems per write. */
const BATCH = 1_000;
const WARM_UP = 2;
const PAGE = 50;
const AT = { projectId: "prj_bench", environmentId: null, line: "", pillar: "a11y" as const };
const NOW = new Date("2026-03-10T12:00:00Z");

type Row = { name: string; filter: ProblemFilter; bar: number; found: number };
const ROWS: readonly Row[] = [
  { name: "first page", filter: {}, bar: 150, found: PAGE },
  { name: "search: one in 5,000", filter: { text: "Oak stool 4999" }, bar: 300, found: 10 },
  { name: "search: every one", filter: { text: "contrast" }, bar: 300, found: PAGE },
  { name: "search: none", filter: { text: "no such text" }, bar: 300, found: 0 },
];

/** Returns the times of a list page and of searches in the list. */
export async function benchProblems(rounds: number, log: (line: string) => void): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-bench-"));
  const { mongo } = await setUp({ parts: ["mongo"] });
  if (!mongo || mongo.kind === "external") throw new Error("This bench measures the database that npm start starts.");
  const socket = databaseSocket(dataDir);
  const server = mongoServer({ kind: mongo.kind, program: mongo.path, dataDir, socket: socket.file });
  await server.start();
  try {
    const connection = await connect(uriOfSocket(socket.file), { dbName: "bench" });
    const models = bindModels(connection);
    await ensureIndexes(models);
    await fill(models);
    const listing = await timed(() => refreshList(models, AT, []));
    log(`${PROBLEMS} problems are listed: ${listing.toFixed(0)} ms`);
    const rows: string[][] = [];
    for (const row of ROWS) rows.push(await measure(models, row, rounds, log));
    await connection.close();
    return table([`${PROBLEMS} open problems`, "median ms", "most ms", "bar", ""], rows);
  } finally {
    await server.stop();
    socket.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  models: Models,
  { name, filter, bar, found }: Row,
  rounds: number,
  log: (line: string) => void,
): Promise<string[]> {
  // The operation reads nothing else from its context.
  const context = { models, now: () => NOW } as OperationContext;
  const times: number[] = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const ms = await timed(async () => {
      const wanted = { ...filter, project: "bench", limit: PAGE };
      const { problems } = await listProblems(context, { kind: "operator", orgId: "org_bench" }, wanted);
      if (problems.length !== found) throw new Error(`${name}: ${problems.length} problems, not ${found}.`);
    });
    if (round >= 0) times.push(ms);
  }
  const middle = median(times);
  log(`${name}: ${middle.toFixed(0)} ms`);
  return [name, middle.toFixed(0), Math.max(...times).toFixed(0), `≤ ${bar}`, middle <= bar ? "met" : "missed"];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Writes problems as runs leave them. */
async function fill(models: Models): Promise<void> {
  const project = { _id: AT.projectId, orgId: "org_bench", name: "Bench", slug: "bench" };
  await models.projects.create({ ...project, baseUrl: "https://shop.example", createdAt: NOW });
  const seen: Sighting = { runId: "run_1", at: NOW, commitSha: null, branch: null, scope: "scenarios" };
  const numbers = Array.from({ length: PROBLEMS }, (_, index) => index);
  for (const some of chunksOf(numbers, BATCH))
    await models.problems.collection.insertMany(some.map((index) => problemOf(index, seen)) as never[]);
}

function problemOf(index: number, seen: Sighting) {
  const cause = `contrast ${index}`;
  const pages = [`/shop/${index % 700}`, `/shop/${index % 700}/offers`];
  return {
    _id: problemIdOf(AT, cause),
    ...AT,
    cause,
    rule: "color-contrast",
    severity: "serious",
    kind: "failed",
    title: "Text has too little contrast",
    sentence: `The contrast of the price of "Oak stool ${index % 5_000}" is 2.31 to 1; at least 4.5 to 1 is needed for text of this size.`,
    help: "Choose a darker text or a lighter background, and check both with a contrast checker.",
    places: pages.map((page) => ({ page, label: "", viewport: "", browser: "" })),
    placeCount: pages.length,
    evidence: { resultId: `f${index}`, target: "main > ul > li:nth-child(3) > span.price" },
    status: "ongoing",
    accepted: null,
    firstSeen: seen,
    lastSeen: seen,
    fixedIn: null,
    seenIn: 1,
    lookedIn: 1,
    changeRunId: null,
    priority: 6 + (index % 300) / 10,
    lookedAt: 700,
    shelfId: shelfOf(AT, true),
    runId: "run_1",
    runAt: NOW,
    before: null,
    rev: 0,
  };
}
