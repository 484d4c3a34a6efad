// Times one comparison against its peers: `npm run compare`, or `node compare/bench.ts [runs] [width] [height]`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Files, odiff, odiffWithoutPicture, type Peer, pixelmatchPngjs, plumbline } from "./peers.ts";
import { pairs } from "./pictures.ts";

const RUNS = Math.max(5, Number(process.argv[2] ?? 9));
const WIDTH = Number(process.argv[3] ?? 1440);
const HEIGHT = Number(process.argv[4] ?? 4000);
const WARM_UP = 2;

type Row = { pair: string; peer: string; median: number; p95: number; count: number; ofOdiff: number | null };

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.ceil(q * sorted.length) - 1] ?? 0;

/** Peers alternate within each round, so that a busy machine slows all of them equally. */
async function time(peers: readonly Peer[], files: Files, draw: boolean): Promise<Omit<Row, "pair" | "ofOdiff">[]> {
  const times = peers.map((): number[] => []);
  const counts = peers.map(() => Number.NaN);
  for (let round = -WARM_UP; round < RUNS; round++)
    for (const [index, peer] of peers.entries()) {
      const started = performance.now();
      counts[index] = await peer.count(files, draw);
      if (round >= 0) times[index]!.push(performance.now() - started);
    }
  return peers.map(({ name }, index) => {
    const sorted = times[index]!.sort((a, b) => a - b);
    return { peer: name, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), count: counts[index]! };
  });
}

const folder = mkdtempSync(join(tmpdir(), "compare-bench-"));
const reference = pixelmatchPngjs();
const exact = plumbline("plumbline, no align", false);
const peers = [plumbline("plumbline", true), exact, odiff(), odiffWithoutPicture(), reference];
const rows: Row[] = [];
let wrong = 0;
try {
  for (const [index, pair] of (await pairs(WIDTH, HEIGHT)).entries()) {
    const files = {
      baseline: join(folder, `${index}a.png`),
      test: join(folder, `${index}b.png`),
      diff: join(folder, "diff.png"),
    };
    writeFileSync(files.baseline, pair.baseline);
    writeFileSync(files.test, pair.test);
    const timed = await time(peers, files, pair.diffPicture);
    const odiffMedian = timed.find(({ peer }) => peer === "odiff server")?.median ?? null;
    rows.push(...timed.map((row) => ({ ...row, pair: pair.name, ofOdiff: odiffMedian && row.median / odiffMedian })));
    const expected = timed.find(({ peer }) => peer === reference.name)?.count;
    if (timed.find(({ peer }) => peer === exact.name)?.count !== expected) wrong++;
  }
} finally {
  await Promise.all(peers.map((peer) => peer.stop()));
  rmSync(folder, { recursive: true, force: true });
}

console.log(`${WIDTH}×${HEIGHT}, ${RUNS} runs, ms`);
console.table(
  rows.map(({ pair, peer, median, p95, count, ofOdiff }) => ({
    pair,
    peer,
    median: Number(median.toFixed(1)),
    p95: Number(p95.toFixed(1)),
    "× odiff": ofOdiff === null ? "" : Number(ofOdiff.toFixed(3)),
    pixels: Number.isNaN(count) ? "" : count,
  })),
);
const out = new URL("../out/", import.meta.url);
mkdirSync(out, { recursive: true });
writeFileSync(
  new URL("compare.json", out),
  `${JSON.stringify({ width: WIDTH, height: HEIGHT, runs: RUNS, rows }, null, 2)}\n`,
);
if (wrong > 0) {
  console.error(`${wrong} pairs count other pixels than pixelmatch 7.2`);
  process.exitCode = 1;
}
