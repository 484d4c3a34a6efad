// Measures a page: N Lighthouse runs, each alone on the host, and the data stored from them.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { BrowserUnavailableError } from "../../../browsers/errors.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import { messageOf } from "../../../domain/errors.ts";
import { judgeAddress, samePlace } from "../../../domain/net/pageAddress.ts";
import type { PerfFacts, RunFacts } from "../../../domain/pillars/perf/facts.ts";
import type { Frame } from "../../../domain/pillars/perf/filmstrip.ts";
import { DEFAULT_RUNS, type FormFactor, MAX_RUNS } from "../../../domain/pillars/perf/measurements.ts";
import { shownAddress } from "../../../domain/pillars/perf/redact.ts";
import { representativeRun } from "../../../domain/pillars/perf/runMetrics.ts";
import type { GatherTools, LabTools } from "../../audit/pillar.ts";
import { inThread, ThreadJobError } from "../../threads/inThread.ts";
import { labAccess } from "./access.ts";
import { chromiumPath } from "./chromium.ts";
import { createLab, type Lab, LabFailure, type LabResult } from "./lab.ts";
import type { LabRun } from "./protocol.ts";
import { explainRun, type RunFailure } from "./reasons.ts";

/** Reads `run.options` of a performance run. */
export function readOptions(options: Record<string, unknown>): { runs: number; formFactor: FormFactor } {
  const runs = Number(options.runs ?? DEFAULT_RUNS);
  return {
    runs: Number.isInteger(runs) ? Math.min(MAX_RUNS, Math.max(1, runs)) : DEFAULT_RUNS,
    formFactor: options.formFactor === "desktop" ? "desktop" : "mobile",
  };
}

type Measured = { run: RunFacts; result: LabResult; finalUrl: string; version: string };

export async function gather(lab: LabTools, tools: GatherTools, page: AuditPage): Promise<Gathered<PerfFacts>> {
  const { runs, formFactor } = readOptions(tools.run.options);
  const order = await prepareRun(lab, tools, page, { category: "performance", formFactor });
  if (order.state === "not_measured") return order;
  const child = createLab();
  const measured: Measured[] = [];
  const failures: RunFailure[] = [];
  try {
    for (let number = 1; number <= runs; number += 1) {
      tools.note(`waiting for the host, run ${number} of ${runs}`);
      const release = await lab.gate.exclusive(tools.signal);
      try {
        tools.note(`Lighthouse, run ${number} of ${runs}`);
        measured.push(await measureOnce(child, order.data, tools));
      } catch (error) {
        const failure = failureOf(error, order.data.url, tools);
        failures.push(failure);
        if (failure.final && measured.length === 0) break;
      } finally {
        await release();
      }
    }
  } finally {
    await child.close();
  }
  const [first] = measured;
  if (first === undefined) return notMeasured(failures);
  if (!samePlace(page.url, first.finalUrl)) tools.visit.onRedirect?.(page.url, first.finalUrl);
  tools.note("keeping the results");
  const representative = representativeRun(measured.map(({ run }) => run));
  return {
    state: "gathered",
    data: {
      formFactor,
      lighthouseVersion: first.version,
      finalUrl: shownAddress(first.finalUrl),
      runs: measured.map(({ run }) => run),
      representative,
      failures: failures.map(({ code, reason }) => ({ code, reason })),
      warnings: warningsOf(measured, failures, order.data),
      artifacts: await keep(measured, representative, tools),
    },
  };
}

/** Runs Lighthouse once for the score of its SEO category, 0 to 100. It may share the host, because it measures no timing. */
export async function gatherSeoScore(
  lab: LabTools,
  tools: GatherTools,
  page: AuditPage,
): Promise<{ score: number; reason?: undefined } | { score: null; code: string; reason: string }> {
  const order = await prepareRun(lab, tools, page, { category: "seo", formFactor: "mobile" });
  if (order.state === "not_measured") return { score: null, code: order.code, reason: order.reason };
  const child = createLab();
  tools.note("Lighthouse for its SEO score");
  const release = await lab.gate.shared(tools.signal);
  try {
    const { lhr } = await child.run(order.data, tools.signal);
    const { score, error } = await readable(inThread("lighthouseScore", { lhr, category: "seo" }));
    if (error !== undefined) throw new LabFailure(error.code, error.message);
    if (score === null)
      return { score: null, code: "page_error", reason: "Lighthouse gave no SEO score for this page." };
    return { score };
  } catch (error) {
    const { code, reason } = failureOf(error, order.data.url, tools);
    return { score: null, code, reason };
  } finally {
    await child.close();
    await release();
  }
}

type Order = Omit<LabRun, "folder">;

async function prepareRun(
  lab: LabTools,
  tools: GatherTools,
  page: AuditPage,
  kind: Pick<LabRun, "category" | "formFactor">,
): Promise<Gathered<Order>> {
  const judged = judgeAddress(page.url);
  if (judged.fault !== undefined)
    return {
      state: "not_measured",
      code: "address_refused",
      reason: `The page was not opened: its address ${judged.message}.`,
    };
  let executablePath: string;
  try {
    executablePath = chromiumPath(lab.chromiumPath);
  } catch (error) {
    if (!(error instanceof BrowserUnavailableError)) throw error;
    return { state: "not_measured", code: error.code, reason: error.message };
  }
  const access = await labAccess(tools, page);
  if (access.state === "not_measured") return access;
  const { proxyUrl } = lab;
  return { state: "gathered", data: { ...kind, url: judged.url.href, executablePath, proxyUrl, access: access.data } };
}

async function measureOnce(child: Lab, order: Order, tools: GatherTools): Promise<Measured> {
  const result = await child.run(order, tools.signal);
  const read = await readable(inThread("lighthouseRun", { lhr: result.lhr }));
  if (!read.ok) throw new LabFailure(read.error.code, read.error.message);
  const { run, finalUrl, version } = read;
  return { run, result, finalUrl, version };
}

/** Treats an unreadable result as a failed run. */
async function readable<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ThreadJobError) throw new LabFailure("TOO_LARGE", error.message);
    throw error;
  }
}

/** Rethrows a cancellation, and any error that is a defect of the service and not a failure of a run. */
function failureOf(error: unknown, url: string, tools: GatherTools): RunFailure {
  tools.signal.throwIfAborted();
  if (!(error instanceof LabFailure)) throw error;
  const failure = explainRun(error.code, error.message, url, tools.visit.explainFailure);
  tools.log("info", "a Lighthouse run gave no result", {
    runId: tools.run.runId,
    code: error.code,
    // The log names no site, because the name of a deleted project must not remain in it.
    page: URL.parse(url)?.pathname ?? "",
  });
  return failure;
}

function notMeasured(failures: readonly RunFailure[]): Gathered<never> {
  const last = failures.at(-1);
  const reason = last?.reason ?? "No run of Lighthouse gave a result.";
  const all = failures.length > 1 ? `${reason} None of ${failures.length} runs gave a result.` : reason;
  return { state: "not_measured", code: last?.code ?? "page_error", reason: all };
}

function warningsOf(measured: readonly Measured[], failures: readonly RunFailure[], order: Order): string[] {
  const warnings = new Set(measured.flatMap(({ run }) => run.warnings));
  const total = measured.length + failures.length;
  if (failures.length > 0)
    warnings.add(
      `${failures.length === 1 ? "One" : failures.length} of ${total} runs gave no result and ${failures.length === 1 ? "does" : "do"} not count: ${failures[0]?.reason ?? ""}`,
    );
  if ((order.access?.headers.length ?? 0) > 0)
    warnings.add(
      "The site's access headers are added to each request as it is sent, which costs each a few milliseconds.",
    );
  return [...warnings];
}

const compress = promisify(gzip);

/** Stores `lhr1` … in the order of the runs, as gzipped JSON, and of the representative one `report` as a page and `filmstrip` as JSON. */
async function keep(
  measured: readonly Measured[],
  representative: number,
  tools: GatherTools,
): Promise<Record<string, string>> {
  const artifacts: Record<string, string> = {};
  for (const [index, { result }] of measured.entries())
    artifacts[`lhr${index + 1}`] = await tools.store(await compress(result.lhr), "application/gzip");
  const report = measured[representative]?.result.report ?? "";
  if (report !== "") artifacts.report = await tools.store(Buffer.from(report), "text/html; charset=utf-8");
  const frames = await filmstrip(measured[representative], tools);
  if (frames.length > 0)
    artifacts.filmstrip = await tools.store(Buffer.from(JSON.stringify({ frames })), "application/json");
  return artifacts;
}

/** No measurement depends on it, so a result without readable images is not a failure. */
async function filmstrip(one: Measured | undefined, tools: GatherTools): Promise<Frame[]> {
  if (!one) return [];
  return inThread("lighthouseFilmstrip", { lhr: one.result.lhr }).catch((error: unknown) => {
    tools.log("warn", "a filmstrip could not be read", { reason: messageOf(error) });
    return [];
  });
}
