// Measures whether verdicts are true: genuine changes of one element that pass, and unchanged pages that fail.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createComparePool } from "../../activities/compare/engine/pool.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import { CHANGES } from "./changes.ts";
import { burn } from "./load.ts";
import { createMeasure, type Judged, type Measure, type Picture, type Place, specOf } from "./measure.ts";
import { type TruthOptions, truthOptions } from "./options.ts";
import { benchTools, peerOptions } from "./peers.ts";
import { type Outcome, type OutcomeKind, reportOf } from "./report.ts";
import { RESTLESS, type RestlessPage } from "./restless.ts";
import { calmPages, edited, fileOf, startTruthSite, type TruthSite } from "./site.ts";

/** Folder for pictures of what went wrong, for investigation. */
const OUT = new URL("../out/truth/", import.meta.url);

type Lane = { site: TruthSite; measure: Measure; note: (outcome: Outcome) => void };
type Unit = { page: string; place: Place; run: (lane: Lane) => Promise<void> };

/** Runs the benchmark and returns the report. */
export async function benchTruth(args: readonly string[], log: (line: string) => void): Promise<string> {
  const peers = peerOptions(args);
  if (peers) return benchTools(peers, log);
  const options = truthOptions(args);
  const pages = await calmPages();
  await checkChanges(pages);
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  const units = unitsOf(pages, options);
  const pool = createBrowserPool();
  const pictures = createComparePool();
  const outcomes: Outcome[] = [];
  const unload = burn(options.burners);
  const began = performance.now();
  try {
    const measure = createMeasure(pool, pictures);
    const total = units.length;
    let done = 0;
    const lane = async (): Promise<void> => {
      const site = await startTruthSite({ slow: options.slow });
      for (let unit = units.shift(); unit; unit = units.shift()) {
        const mine: Outcome[] = [];
        const { page, place } = unit;
        await unit.run({ site, measure, note: (outcome) => void mine.push(outcome) }).catch((error: unknown) => {
          mine.push({ kind: "broken", what: "the page could not be measured", page, place, judged: brokenBy(error) });
        });
        outcomes.push(...mine);
        done += 1;
        log(`${done} of ${total}: ${page}, ${place.viewport.name}, ${place.browser}: ${summary(mine)}`);
      }
      await site.close();
    };
    await Promise.all(Array.from({ length: options.lanes }, lane));
  } finally {
    unload();
    await Promise.all([pool.close(), pictures.close()]);
  }
  return reportOf(outcomes, options, (performance.now() - began) / 1000);
}

/** Checks that every edit applies to its page before a browser is started. */
async function checkChanges(pages: readonly string[]): Promise<void> {
  for (const { page, edit } of CHANGES) {
    if (!pages.includes(page)) throw new Error(`There is no page "${page}".`);
    if ("find" in edit) await edited(edit.file ?? fileOf(page), page, edit);
  }
}

function unitsOf(pages: readonly string[], { places, only, rounds }: TruthOptions): Unit[] {
  const wanted = (kind: string, name: string) => only.length === 0 || only.includes(kind) || only.includes(name);
  return places.flatMap((place) => [
    ...pages
      .filter((page) => wanted("calm", page))
      .map((page) => ({ page, place, run: (lane: Lane) => measureCalm(lane, page, place, rounds) })),
    ...RESTLESS.filter(({ name }) => wanted("restless", name)).map((page) => ({
      page: page.name,
      place,
      run: (lane: Lane) => measureRestless(lane, page, place, rounds),
    })),
  ]);
}

async function measureCalm({ site, measure, note }: Lane, page: string, place: Place, rounds: number): Promise<void> {
  const url = `${site.origin}/calm/${page}`;
  site.show(null);
  const spec = specOf(url, place);
  const plainBefore = await measure.plain(url, place);
  const baseline = await measure.baseline(spec);
  for (let round = 0; round < rounds; round += 1) {
    const judged = await measure.judge(spec, baseline);
    note({ kind: "calm", what: "unchanged", page, place, judged });
    if (!judged.passed) await keep(`false alarm ${page}`, place, baseline, judged.picture?.png);
  }
  for (const change of CHANGES.filter((one) => one.page === page)) {
    site.show(change.edit);
    const plainAfter = await measure.plain(url, place);
    const visible = !(await measure.samePixels(plainBefore, plainAfter));
    const judged = await measure.judge(spec, baseline);
    const kind: OutcomeKind = visible ? "change" : "invisible";
    note({ kind, what: change.name, page, place, judged });
    if (visible && judged.passed)
      await keep(`missed ${page} ${change.name}`, place, baseline, judged.picture?.png ?? plainAfter);
  }
}

async function measureRestless(
  { site, measure, note }: Lane,
  { name, rules = [], random }: RestlessPage,
  place: Place,
  rounds: number,
): Promise<void> {
  site.show(null);
  const spec = specOf(`${site.origin}/restless/${encodeURIComponent(name)}/`, place, rules);
  const baseline = await measure.baseline(spec);
  for (let round = 0; round < rounds; round += 1) {
    const judged = await measure.judge(spec, baseline);
    const kind: OutcomeKind = random ? "random" : "restless";
    note({ kind, what: baseline.unsettled ? "unchanged, baseline unsettled" : "unchanged", page: name, place, judged });
    if (!judged.passed && !random) await keep(`false alarm ${name}`, place, baseline, judged.picture?.png);
  }
}

function brokenBy(error: unknown): Judged {
  const sentences = [error instanceof Error ? error.message : String(error)];
  return { passed: false, flaky: false, sentences, picture: null, ms: 0 };
}

function summary(outcomes: readonly Outcome[]): string {
  const changes = outcomes.filter(({ kind }) => kind === "change");
  const unchanged = outcomes.filter(({ kind }) => kind !== "change" && kind !== "invisible");
  const caught = changes.filter(({ judged }) => !judged.passed).length;
  const parts = changes.length > 0 ? [`${caught} of ${changes.length} changes caught`] : [];
  return [...parts, `${unchanged.filter(({ judged }) => judged.passed).length} of ${unchanged.length} passed`].join(
    ", ",
  );
}

async function keep(name: string, { browser, viewport }: Place, baseline: Picture, test?: Uint8Array): Promise<void> {
  const file = `${name} ${viewport.name} ${browser}`.replaceAll(/[^a-z0-9]+/gi, "-");
  await writeFile(new URL(`${file}-1.png`, OUT), baseline.png);
  if (test) await writeFile(new URL(`${file}-2.png`, OUT), test);
}
