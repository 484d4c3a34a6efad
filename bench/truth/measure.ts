// Captures and judges one screenshot like a run, without the service around it.
import { createHash } from "node:crypto";
import { captureShot } from "../../activities/capture/engine/captureShot.ts";
import type { ComparePool } from "../../activities/compare/engine/pool.ts";
import { partsThatDiffer } from "../../activities/promote/partsThatDiffer.ts";
import { distinct, reproduced } from "../../activities/promote/reproduced.ts";
import type { BrowserPool } from "../../browsers/browserPool.ts";
import type { Reason, Renderer, RestlessRegion } from "../../domain/visual/outcome.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import { rendererChanges } from "../../domain/visual/renderer.ts";
import {
  type BrowserName,
  type ComparisonRule,
  NO_TOLERANCE,
  type ShotSpec,
  type Viewport,
} from "../../domain/visual/shot.ts";

export type Place = { browser: BrowserName; viewport: Viewport };

export type Picture = {
  png: Uint8Array;
  sha256: string;
  map: PageMap | null;
  restless: RestlessRegion[];
  stable: boolean;
  renderer: Renderer;
  /** Whether it was captured after all activity on the page had ended. */
  rested: boolean;
  /** For a baseline: whether an immediate capture and one at rest agreed. */
  confirmed?: boolean;
  /** For a baseline: whether no two captures agreed. */
  unsettled?: boolean;
};

/** `sentences`: the reasons in words. `picture`: the decisive picture, or null if it equals the baseline or there is none. */
export type Judged = { passed: boolean; flaky: boolean; sentences: string[]; picture: Picture | null; ms: number };

export type Measure = {
  baseline(spec: ShotSpec): Promise<Picture>;
  judge(spec: ShotSpec, baseline: Picture): Promise<Judged>;
  /** Returns a picture captured by Playwright alone, independent of Plumbline's engine, as the reference for what is really there. */
  plain(url: string, place: Place): Promise<Uint8Array>;
  samePixels(a: Uint8Array, b: Uint8Array): Promise<boolean>;
};

export function specOf(url: string, { browser, viewport }: Place, rules: ComparisonRule[] = []): ShotSpec {
  return {
    runId: "run",
    projectId: "project",
    environmentId: "environment",
    scenarioId: "scenario",
    scenarioLabel: url,
    url,
    selector: null,
    viewport,
    browser,
    delay: 0,
    readySelector: null,
    hideSelectors: [],
    removeSelectors: [],
    steps: [],
    dismissSelectors: [],
    stabilisers: {},
    fixedTime: null,
    comparisonRules: rules,
    contentRules: [],
    misMatchThreshold: NO_TOLERANCE,
    contentChanges: null,
    maxHeight: 50_000,
  };
}

/** A run captures a screenshot again if the first one failed. */
const ATTEMPTS = 2;

export function createMeasure(pool: BrowserPool, pictures: ComparePool): Measure {
  const never = new AbortController().signal;
  const difference = (a: Uint8Array, b: Uint8Array) => pictures.difference(a, b);

  async function take(spec: ShotSpec, rest: boolean, extraKnownSha256: string[]): Promise<Picture> {
    const known = { sha256: null, difference, extraKnownSha256 };
    const taken = await captureShot({ pool }, rest ? { ...spec, rest } : spec, known, never);
    if (taken.kind === "failed") throw new Error(`${spec.url}: ${taken.reason.message}`);
    const { frame, map = null, restless, stable, renderer } = taken;
    return { png: frame.png, sha256: hashOf(frame.png), map, restless, stable, renderer, rested: rest };
  }

  /** Captures like a baseline run: repeats until two captures agree, or marks what differs. */
  async function baseline(spec: ShotSpec): Promise<Picture> {
    const seen = [{ ...(await take(spec, false, [])), attempt: 1 }];
    let rest = true;
    for (;;) {
      const hashes = seen.map(({ sha256 }) => sha256);
      const latest = await take(spec, rest, hashes);
      latest.map ??= seen.find(({ sha256 }) => sha256 === latest.sha256)?.map ?? null;
      seen.push({ ...latest, attempt: seen.length + 1 });
      const passes = async (a: Picture, b: Picture) =>
        a.sha256 === b.sha256 || (await compare(spec, a, b)).verdict === "passed";
      const answer = await reproduced(seen, seen.length - 1, passes);
      if (answer.kind === "again") {
        rest = answer.rest;
        continue;
      }
      const { counts, restless } = answer;
      if (answer.kind === "settled") return { ...counts, restless, rested: answer.rests, confirmed: !answer.rests };
      const others = answer.others.map(({ png }) => png);
      const between = (await partsThatDiffer(counts, others, difference)) ?? [];
      return { ...counts, restless: distinct([...restless, ...between]), unsettled: true };
    }
  }

  async function compare(spec: ShotSpec, base: Picture, test: Picture) {
    const { comparison } = await pictures.compare({
      baselinePng: base.png,
      testPng: test.png,
      baselineMap: base.map,
      testMap: test.map,
      rules: spec.comparisonRules,
      misMatchThreshold: spec.misMatchThreshold,
      sameRenderer: rendererChanges(base.renderer, test.renderer).length === 0,
      contentChanges: spec.contentChanges ?? null,
      restless: { baseline: base.restless, test: test.restless },
    });
    return comparison;
  }

  async function judge(spec: ShotSpec, base: Picture): Promise<Judged> {
    const began = performance.now();
    let first: Picture | null = null;
    let failed: Judged | null = null;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const rest = base.rested || (attempt > 1 && base.confirmed === true);
      const known = {
        sha256: base.sha256,
        readPng: async () => base.png,
        difference,
        extraKnownSha256: first === null ? [] : [first.sha256],
      };
      const taken = await captureShot({ pool }, rest ? { ...spec, rest } : spec, known, never);
      const ms = performance.now() - began;
      if (taken.kind === "failed") {
        failed = { passed: false, flaky: false, sentences: [taken.reason.message], picture: null, ms };
        continue;
      }
      if (taken.equalsKnown)
        return { passed: true, flaky: attempt > 1, sentences: sentencesOf(taken.notes), picture: null, ms };
      const { frame, restless, stable, renderer } = taken;
      const sha256 = hashOf(frame.png);
      if (failed && first?.sha256 === sha256) return { ...failed, ms };
      const map = taken.map ?? null;
      const picture: Picture = { png: frame.png, sha256, map, restless, stable, renderer, rested: rest };
      const comparison = await compare(spec, base, picture);
      const passed = comparison.verdict === "passed";
      const flaky = first !== null;
      const sentences = sentencesOf([...comparison.reasons, ...taken.notes]);
      const judged = { passed, flaky, sentences, picture, ms: performance.now() - began };
      if (passed) return judged;
      failed = judged;
      first = picture;
    }
    if (!failed) throw new Error("No attempt was made.");
    return failed;
  }

  async function plain(url: string, { browser, viewport }: Place): Promise<Uint8Array> {
    const { width, height, scale, mobile } = viewport;
    const options = { width, height, scale, mobile, reducedMotion: true, stillImages: true, initScript: "" };
    const lease = await pool.acquire(browser, options, never);
    try {
      await lease.page.goto(url, { waitUntil: "networkidle" });
      return await lease.page.screenshot({ fullPage: true, animations: "disabled" });
    } finally {
      await lease.release();
    }
  }

  const samePixels = async (a: Uint8Array, b: Uint8Array) => (await pictures.difference(a, b)).equal;
  return { baseline, judge, plain, samePixels };
}

const hashOf = (png: Uint8Array): string => createHash("sha256").update(png).digest("hex");

const sentencesOf = (reasons: readonly Reason[]): string[] => reasons.map(({ code, message }) => `${code}: ${message}`);
