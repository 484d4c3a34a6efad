// Playwright reporter: gives a local run a build id, sends traces, and reports when all screenshots are uploaded.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from "playwright/types/testReporter";
import { ANNOTATION, NOT_COMPARED } from "./annotation.ts";
import { type Send, sender } from "./service.ts";
import { buildOf, shardOf, uploadSettings } from "./settings.ts";
import { sendTrace, type TestTrace, tracesOf } from "./traces.ts";

/** The part of a visual run's summary that is printed. */
type Summary = { failed?: number; sentence?: string };

const POLL_MS = 1_000;
/** A run of 2,000 screenshots takes minutes. */
const MAX_WAIT_MS = 30 * 60_000;
const SHOWN = 20;

// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default class PlumblineReporter implements Reporter {
  readonly #wait: boolean;
  readonly #trace: boolean;
  readonly #runs = new Set<string>();
  /** Trace of each test's last attempt, by run and test. */
  readonly #traces = new Map<string, TestTrace>();
  readonly #notCompared = new Map<string, string[]>();
  #shard = { current: 1, total: 1 };

  constructor(options: { wait?: boolean; trace?: boolean } = {}) {
    this.#wait = options.wait ?? false;
    this.#trace = options.trace ?? false;
  }

  onBegin(config: FullConfig): void {
    this.#shard = shardOf(process.env, config.shard);
    // The workers inherit this variable.
    if (buildOf(process.env) === null) process.env.PLUMBLINE_BUILD = `local-${randomUUID()}`;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // Before Playwright 1.52, annotations added while a test runs are on the test only.
    const annotations = [...test.annotations, ...(result.annotations ?? [])];
    const told = (wanted: string) =>
      annotations.flatMap(({ type, description }) => (type === wanted && description ? [description] : []));
    for (const runId of told(ANNOTATION)) {
      this.#runs.add(runId);
      if (this.#trace) for (const one of tracesOf(runId, test, result)) this.#traces.set(`${runId} ${one.test}`, one);
    }
    // Only the last attempt counts.
    this.#notCompared.set(test.id, [...new Set(told(NOT_COMPARED))]);
  }

  async onEnd(): Promise<{ status?: FullResult["status"] } | undefined> {
    const left = [...this.#notCompared.values()].flat();
    if (left.length > 0)
      say(`${left.length} screenshot${left.length === 1 ? " was" : "s were"} not compared. ${left[0]}`);
    const settings = uploadSettings(process.env);
    if (typeof settings === "string" || this.#runs.size === 0) return undefined;
    const send = sender(settings);
    let failed = false;
    for (const trace of this.#traces.values()) {
      const problem = await sendTrace(send, trace);
      if (problem !== null) say(problem);
    }
    for (const runId of this.#runs) {
      try {
        const { waitingFor } = await send("POST", "/api/ci/uploads/{runId}/finish", {
          params: { runId },
          body: { shard: this.#shard.current },
        });
        say(
          `run ${runId}: all screenshots of this test runner are uploaded${waitingFor > 0 ? `; ${waitingFor} more to come` : ""}.`,
        );
        if (this.#wait && waitingFor === 0 && !(await verdict(send, runId))) failed = true;
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        failed = true;
      }
    }
    return failed ? { status: "failed" } : undefined;
  }

  printsToStdio(): boolean {
    return false;
  }
}

const say = (text: string) => process.stderr.write(`plumbline-playwright: ${text}\n`);

/** Waits until the run has ended and prints its result; returns whether everything passed. */
async function verdict(send: Send, runId: string): Promise<boolean> {
  const until = Date.now() + MAX_WAIT_MS;
  let run = await send("GET", "/api/ci/status/{runId}", { params: { runId } });
  while (run.status === "running") {
    if (Date.now() > until)
      throw new Error(`The run ${runId} is still running: "plumbline wait ${runId}" continues waiting.`);
    await sleep(POLL_MS);
    run = await send("GET", "/api/ci/status/{runId}", { params: { runId } });
  }
  const { failed = 0, sentence }: Summary = run.summary ?? {};
  const told = sentence ?? run.error;
  if (told) say(told);
  if (failed === 0) return run.status === "completed";
  const page = await send("GET", "/api/ci/runs/{runId}/results", {
    params: { runId },
    query: { status: "failed,error", limit: SHOWN },
  });
  const results = "results" in page ? page.results : [];
  for (const { scenarioLabel, viewport, browser, reasons } of results)
    say(`  ${scenarioLabel} (${viewport}, ${browser}): ${reasons[0]?.message ?? "it failed."}`);
  if (failed > results.length) say(`  and ${failed - results.length} more.`);
  return false;
}
