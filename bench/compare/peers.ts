// Asks Plumbline, odiff's server and pixelmatch with pngjs the same question: how many pixels differ?
import { readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { createComparePool } from "../../activities/compare/engine/pool.ts";

/** One pair on disk, read by all three. */
export type Files = { baseline: string; test: string; diff: string };

/** `count` returns the number of changed pixels, and writes the diff picture to `files.diff` if `draw` is set. */
export type Peer = { name: string; count: (files: Files, draw: boolean) => Promise<number>; stop: () => Promise<void> };

export function plumbline(name: string, align: boolean): Peer {
  const pool = createComparePool({ threads: 1 });
  return {
    name,
    async count(files, draw) {
      const [baselinePng, testPng] = await Promise.all([readFile(files.baseline), readFile(files.test)]);
      const { comparison, diffPng } = await pool.compare({
        baselinePng,
        testPng,
        align,
        // The threshold of pixelmatch and odiff.
        pixelThreshold: 0.1,
        diffPicture: draw ? "always" : "never",
      });
      if (diffPng) await writeFile(files.diff, diffPng);
      return comparison.changedPixels;
    },
    stop: () => pool.close(),
  };
}

/** The used part of odiff's types, because the benchmarks have their own packages, which are not installed for type checking. */
type OdiffServer = {
  compare(
    baseline: string,
    test: string,
    diff: string,
    options: { antialiasing: boolean; threshold: number },
  ): Promise<{ match: true } | { match: false; reason: string; diffCount: number }>;
  stop(): void;
};

function startOdiff(): OdiffServer {
  const { ODiffServer } = createRequire(import.meta.url)("odiff-bin") as { ODiffServer: new () => OdiffServer };
  return new ODiffServer();
}

/** `antialiasing` matches pixelmatch's default. odiff cannot run without a diff picture. */
export function odiff(): Peer {
  const server = startOdiff();
  return {
    name: "odiff server",
    async count(files) {
      const result = await server.compare(files.baseline, files.test, files.diff, {
        antialiasing: true,
        threshold: 0.1,
      });
      if (result.match) return 0;
      if (result.reason !== "pixel-diff") throw new Error(`odiff: ${result.reason}`);
      return result.diffCount;
    },
    async stop() {
      server.stop();
    },
  };
}

/** odiff with a diff path in a missing folder, where writing fails immediately: measures only reading and comparing. */
export function odiffWithoutPicture(): Peer {
  const server = startOdiff();
  return {
    name: "odiff, no picture",
    async count(files) {
      const options = { antialiasing: true, threshold: 0.1 };
      await server
        .compare(files.baseline, files.test, `${files.diff}.missing/diff.png`, options)
        .catch(() => undefined);
      return Number.NaN;
    },
    async stop() {
      server.stop();
    },
  };
}

export function pixelmatchPngjs(): Peer {
  return {
    name: "pixelmatch + pngjs",
    async count(files, draw) {
      const baseline = PNG.sync.read(readFileSync(files.baseline));
      const test = PNG.sync.read(readFileSync(files.test));
      const { width, height } = test;
      const output = draw ? new PNG({ width, height }) : undefined;
      const changed = pixelmatch(baseline.data, test.data, output?.data, width, height, { threshold: 0.1 });
      if (output) writeFileSync(files.diff, PNG.sync.write(output));
      return changed;
    },
    async stop() {},
  };
}
