// The visual run of 10 pages × 3 viewports with artifacts in S3 (versitygw on this machine), compared with the file store.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { startS3Server } from "../../temporal-dev/s3Server.ts";
import { table } from "../../temporal-dev/table.ts";
import { type Installation, startInstallation, timedRun } from "../lib/installation.ts";
import { median, p95 } from "../lib/stats.ts";
import { VISUAL_PAGES } from "./bench.ts";

const BAR = 1.1;

/** Returns the table. `rounds`: number of measurements of each kind, with alternating stores. */
export async function benchArtifacts(rounds: number, log: (line: string) => void): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-bench-s3-"));
  const server = await startS3Server(folder, log);
  const site = await startDemoSite({ variant: "good" });
  const started: Installation[] = [];
  try {
    const start = async (settings: Record<string, string>) => {
      const one = await startInstallation(site, VISUAL_PAGES, log, undefined, settings);
      started.push(one);
      await timedRun(one.client, "baseline");
      await timedRun(one.client, "test");
      return one.client;
    };
    const files = await start({ SVC_ARTIFACTS: "" });
    log("files: warm");
    const s3 = await start({ ...server.env, SVC_ARTIFACTS: `s3://${server.bucket}/bench` });
    log("S3: warm");
    const rows: string[][] = [];
    for (const [what, variant, failed] of [
      ["nothing changed", "good", 0],
      ["a third of the pages changed", "flawed", 9],
    ] as const) {
      site.setVariant(variant);
      const times = { files: [] as number[], s3: [] as number[] };
      for (let i = 0; i < rounds; i++) {
        for (const [name, client] of [["files", files] as const, ["s3", s3] as const]) {
          const run = await timedRun(client, "test");
          if (run.failed !== failed) throw new Error(`${what}: ${run.failed} shots failed instead of ${failed}`);
          times[name].push(run.ms);
        }
        log(`${what} ${i + 1}/${rounds}: files ${ms(times.files.at(-1))} ms, S3 ${ms(times.s3.at(-1))} ms`);
      }
      const ratio = median(times.s3) / median(times.files);
      const figures = [times.files, times.s3].flatMap((all) => [ms(median(all)), ms(p95(all))]);
      rows.push([what, ...figures, ratio.toFixed(2), `≤ ${BAR}`, ratio <= BAR ? "met" : "missed"]);
    }
    return table(["30 shots", "files ms", "p95", "S3 ms", "p95", "ratio", "bar", ""], rows);
  } finally {
    for (const one of started) await one.stop();
    await site.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const ms = (n: number | undefined): string => String(Math.round(n ?? 0));
