// Measures whether changes are explained correctly: pairs of pages with known changes go through the service, and everything it says about
// them is judged.
import { writeFile } from "node:fs/promises";
import { createComparePool } from "../../activities/compare/engine/pool.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { signIn } from "../../temporal-dev/sessionClient.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { benchFolders } from "./folders.ts";
import { judge } from "./judge.ts";
import { createMeasure, type Measure } from "./measure.ts";
import { type CausesOptions, causesOptions, chosen } from "./options.ts";
import { makePairs, templatePair } from "./pairs.ts";
import { type Outcome, plainOf, reportOf } from "./report.ts";
import { type PairsSite, startPairsSite } from "./site.ts";
import type { Pair } from "./truth.ts";

const PERSON = { email: "bench@plumbline.example", password: "correct horse battery staple" };
const TIMEOUT_MS = 1_800_000;

/** Runs the benchmark and returns the report. */
export async function benchCauses(args: readonly string[], log: (line: string) => void): Promise<string> {
  const options = causesOptions(args);
  if (options.folders) return benchFolders(options.folders, log);
  const all = [...makePairs(options.seed), templatePair(options.seed, options.half)];
  const pairs = chosen(all, options);
  if (pairs.length === 0) throw new Error("No pair fits: --kind is a kind of page or a word of a topic.");
  const site = await startPairsSite(pairs);
  const paths = pairs.flatMap((pair) => pair.pages.map(({ path }) => ({ path, viewports: pair.viewports })));
  const installation = await startInstallation(site, paths, log);
  const pictures = createComparePool();
  const began = performance.now();
  try {
    const { service, client } = installation;
    const person = [
      "users",
      "create",
      "--email",
      PERSON.email,
      "--name",
      "Bench",
      "--role",
      "admin",
      "--password-stdin",
    ];
    await admin(service.dataDir, person, service.env, PERSON.password);
    const session = await signIn(service.apiUrl, PERSON.email, PERSON.password);
    const measure = await createMeasure(service, client, session, pictures);
    const since = () => ((performance.now() - began) / 1_000).toFixed(0);
    await timedRun(client, "baseline", { timeoutMs: TIMEOUT_MS });
    log(`${since()} s: baselines of ${paths.length} pages`);
    const unchanged = await timedRun(client, "test", { timeoutMs: TIMEOUT_MS });
    const { passed, failed } = await measure.shots(unchanged.runId);
    log(`${since()} s: unchanged, ${passed.length} passed and ${failed.length} did not`);
    const broken: string[] = [];
    const outcomes = await inLanes(pairs, options, { site, measure, log, broken });
    await measure.close();
    if (options.json) await writeFile(options.json, `${JSON.stringify(outcomes.map(plainOf), null, 1)}\n`);
    const template = outcomes.find(({ pair }) => pair.topic.startsWith("template")) ?? null;
    const seconds = (performance.now() - began) / 1_000;
    const extra = { seconds, template, passedMs: passed, alarms: failed, broken };
    return reportOf(
      outcomes.filter((one) => one !== template),
      extra,
      options.show,
    );
  } finally {
    await Promise.all([installation.stop(), pictures.close()]);
    await site.close();
  }
}

type Around = { site: PairsSite; measure: Measure; log(line: string): void; broken: string[] };

async function inLanes(pairs: readonly Pair[], { lanes }: CausesOptions, around: Around): Promise<Outcome[]> {
  const { site, measure, log, broken } = around;
  const left = [...pairs];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let pair = left.shift(); pair; pair = left.shift()) {
      const one = pair;
      site.show(one, "after");
      try {
        const faces = await measure.pair(one);
        const judged = faces.told.map((told) => judge(one, told));
        outcomes.push({ pair: one, faces, judged });
        const count = (truth: string) => judged.filter((told) => told.truth === truth).length;
        log(
          `${pairs.length - left.length} of ${pairs.length}: ${one.number} ${one.name}: ${count("right")} right, ${count("false")} false`,
        );
      } catch (error) {
        broken.push(`${one.number} ${one.name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes.sort((a, b) => a.pair.number - b.pair.number);
}
