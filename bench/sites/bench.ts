// Audits whole sites: time per page, memory, findings and reports at 50, 100, 250 and 500 pages.
// Options: --pages 50,100 and --pillars seo,security.
import { parseArgs } from "node:util";
import mongoose from "mongoose";
import type { Service } from "../../temporal-dev/service.ts";
import { table } from "../../temporal-dev/table.ts";
import { historyOf } from "../lib/histories.ts";
import { type Installation, startInstallation } from "../lib/installation.ts";
import { residentMb } from "../lib/memory.ts";
import { slopeOf } from "../lib/stats.ts";
import { startTemplateSite } from "./site.ts";

const SIZES = [50, 100, 250, 500];
const PILLARS = ["seo", "security", "privacy", "a11y", "perf"];
const EVERY_MS = 500;
const TIMEOUT_MS = 4 * 3_600_000;
/**
 * `linear`: time per page relative to the smallest site. `flat`: peak memory relative to 100 pages. `reportMb`: MB of a report.
 * `documentMb`: size limit of a document.
 */
const BARS = { linear: 1.2, flat: 1.1, reportMb: 5, documentMb: 16 };

type Figures = {
  pages: number;
  seconds: number;
  crawl: number;
  /** Seconds from a run's last page to its end, for the slowest pillar: site-wide checks, merging, adding up. */
  after: number;
  /** ms per page by pillar; pillars run at the same time. */
  perPage: Record<string, number>;
  workerMb: number;
  apiMb: number;
  findings: number;
  /** Number of findings that cover several pages. */
  shared: number;
  report: { kb: number; seconds: number };
  /** Slowest API response to a small request while reports were generated, in ms. */
  slowest: number;
  events: number;
  largest: { kb: number; of: string };
};

/** Returns the table. */
export async function benchSites(args: readonly string[], log: (line: string) => void): Promise<string> {
  const { values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { pages: { type: "string" }, pillars: { type: "string" } },
  });
  const sizes = values.pages?.split(",").map(Number) ?? SIZES;
  if (sizes.some((size) => !Number.isInteger(size) || size < 10))
    throw new Error("--pages wants numbers from 10 on, such as 50,100.");
  const pillars = values.pillars?.split(",") ?? PILLARS;
  const all: Figures[] = [];
  for (const size of sizes) {
    const figures = await measure(size, pillars, log);
    all.push(figures);
    log(JSON.stringify(figures));
  }
  return told(all, pillars);
}

async function measure(size: number, pillars: readonly string[], log: (line: string) => void): Promise<Figures> {
  const site = await startTemplateSite(size);
  // Without scenarios, so that every page comes from the run's crawl.
  const installation = await startInstallation(site, [], log);
  const { service, client, stop } = installation;
  try {
    const began = performance.now();
    const peaks = { worker: 0, api: 0 };
    const { runId } = (await client.request("POST", "/api/ci/full-audit", { pillars, pages: "crawl" })) as {
      runId: string;
    };
    const look = async () => {
      peaks.worker = Math.max(peaks.worker, await residentMb(service.worker.pid));
      peaks.api = Math.max(peaks.api, await residentMb(service.api.pid));
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    try {
      const run = await client.wait(runId, { everyMs: EVERY_MS, timeoutMs: TIMEOUT_MS });
      const seconds = (performance.now() - began) / 1_000;
      if (run.status !== "completed")
        throw new Error(`The audit of ${size} pages ended as ${run.status}: ${run.error}`);
      const children = childrenOf(run);
      const perPage: Record<string, number> = {};
      let findings = 0;
      let shared = 0;
      let events = 0;
      for (const child of children) {
        const { duration = 0, summary } = await client.status(child.runId);
        const pages = Number(summary?.pages ?? 0);
        if (child.type !== "perf-test" && pages !== size)
          throw new Error(`The ${child.type} visited ${pages} of ${size} pages.`);
        if (summary?.notMeasured) log(`${child.type}: ${summary.notMeasured} of ${pages} pages not measured`);
        perPage[child.type.replace("-test", "")] = duration / Math.max(1, pages);
        const found = await client.findings(child.runId);
        findings += found.length;
        shared += found.filter(({ message }) => /^On \d+ of \d+ pages/.test(message)).length;
        events = Math.max(events, (await historyOf(service.stack.temporalAddress, child.runId)).events);
      }
      const report = await reportsOf(installation, [runId, ...children.map((child) => child.runId)]);
      return {
        pages: size,
        seconds,
        perPage,
        workerMb: peaks.worker,
        apiMb: peaks.api,
        findings,
        shared,
        ...report,
        events,
        ...(await stored(service)),
      };
    } finally {
      clearInterval(timer);
    }
  } finally {
    await stop();
    await site.close();
  }
}

const childrenOf = (run: Record<string, unknown>): { runId: string; type: string }[] =>
  Array.isArray(run.children) ? (run.children as { runId: string; type: string }[]) : [];

/** Returns the size of the largest report and the longest generation time, while small requests continue. */
async function reportsOf(
  { service, key }: Installation,
  runIds: readonly string[],
): Promise<Pick<Figures, "report" | "slowest">> {
  const report = { kb: 0, seconds: 0 };
  let slowest = 0;
  let asking = true;
  const asked = (async () => {
    while (asking) {
      const began = performance.now();
      await (await fetch(`${service.apiUrl}/api/health`)).arrayBuffer();
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  try {
    for (const runId of runIds) {
      const began = performance.now();
      const answer = await fetch(`${service.apiUrl}/api/ci/runs/${runId}/report`, { headers: { "x-api-key": key } });
      const bytes = await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The report of ${runId} was answered with ${answer.status}.`);
      report.seconds = Math.max(report.seconds, (performance.now() - began) / 1_000);
      report.kb = Math.max(report.kb, bytes.byteLength / 1_000);
    }
  } finally {
    asking = false;
    await asked;
  }
  return { report, slowest };
}

/** Reads from the database how long the crawl and the ends of the runs took, and the largest document with its collection. */
async function stored(service: Service): Promise<Pick<Figures, "crawl" | "after" | "largest">> {
  const connection = await mongoose
    .createConnection(service.stack.mongoUri, { dbName: service.env.SVC_MONGO_DATABASE || "plumbline" })
    .asPromise();
  try {
    const crawl = await connection.collection("jobs").findOne({ kind: "crawl_site" });
    let after = 0;
    for await (const run of connection.collection("runs").find({ type: { $ne: "full-suite" } })) {
      const pages = connection.collection("auditPages").find({ runId: run._id, index: { $gte: 0 } });
      let last = 0;
      for await (const { decidedAt } of pages) last = Math.max(last, Number(decidedAt));
      after = Math.max(after, (Number(run.finishedAt) - last) / 1_000);
    }
    const largest = { kb: 0, of: "" };
    for (const { collectionName } of await connection.db!.collections())
      for await (const document of connection.collection(collectionName).find()) {
        const kb = mongoose.mongo.BSON.calculateObjectSize(document) / 1_000;
        if (kb > largest.kb) Object.assign(largest, { kb, of: collectionName });
      }
    const ms = crawl ? Number(crawl.finishedAt) - Number(crawl.startedAt) : 0;
    return { crawl: ms / 1_000, after, largest };
  } finally {
    await connection.close();
  }
}

function told(all: readonly Figures[], pillars: readonly string[]): string {
  const base = all[0];
  if (!base) return "Nothing was measured.";
  const one = ({ seconds, pages }: Figures) => (seconds * 1_000) / pages;
  const rows = all.map((row) => [
    String(row.pages),
    row.seconds.toFixed(0),
    one(row).toFixed(0),
    (one(row) / one(base)).toFixed(2),
    row.crawl.toFixed(0),
    row.after.toFixed(0),
    row.workerMb.toFixed(0),
    row.apiMb.toFixed(0),
    `${row.findings} (${row.shared})`,
    `${row.report.kb.toFixed(0)} kB in ${row.report.seconds.toFixed(1)} s`,
    row.slowest.toFixed(0),
    String(row.events),
    `${row.largest.kb.toFixed(0)} kB ${row.largest.of}`,
  ]);
  const head = [
    "pages",
    "seconds",
    "ms a page",
    `to ${base.pages}`,
    "crawl s",
    "after the pages s",
    "worker MB",
    "API MB",
    "findings (shared)",
  ];
  const last = all.at(-1) ?? base;
  const flatFrom = all.find(({ pages }) => pages >= 100) ?? base;
  const worst = Math.max(...all.map((row) => one(row) / one(base)));
  const bar = (what: string, measured: string, wanted: string, met: boolean) => [
    what,
    measured,
    wanted,
    met ? "met" : "missed",
  ];
  const memory = (of: "workerMb" | "apiMb") => {
    const ratio = last[of] / flatFrom[of];
    return [
      `${flatFrom[of].toFixed(0)} → ${last[of].toFixed(0)} MB (${ratio.toFixed(2)})`,
      `≤ ${BARS.flat}`,
      ratio <= BARS.flat,
    ] as const;
  };
  const reportMb = Math.max(...all.map(({ report }) => report.kb)) / 1_000;
  const documentMb = Math.max(...all.map(({ largest }) => largest.kb)) / 1_000;
  const fit = slopeOf(all.map(({ pages, seconds }) => [pages, seconds]));
  return [
    `Pillars: ${pillars.join(", ")}; pages: crawl; performance on a sample of 10.`,
    table([...head, "largest report", "slowest answer ms", "most events", "largest document"], rows),
    "",
    table(
      ["ms a page by pillar (side by side)", ...Object.keys(base.perPage)],
      all.map(({ pages, perPage }) => [String(pages), ...Object.values(perPage).map((ms) => ms.toFixed(0))]),
    ),
    "",
    table(
      ["", "measured", "bar", ""],
      [
        bar("worst time a page", worst.toFixed(2), `≤ ${BARS.linear}`, worst <= BARS.linear),
        bar(`peak of the worker, ${flatFrom.pages} → ${last.pages} pages`, ...memory("workerMb")),
        bar(`peak of the API, ${flatFrom.pages} → ${last.pages} pages`, ...memory("apiMb")),
        bar(
          `findings of several pages, ${flatFrom.pages} → ${last.pages} pages`,
          `${flatFrom.shared} → ${last.shared}`,
          "equal",
          flatFrom.shared === last.shared,
        ),
        bar("largest report", `${reportMb.toFixed(2)} MB`, `< ${BARS.reportMb} MB`, reportMb < BARS.reportMb),
        bar("largest document", `${documentMb.toFixed(2)} MB`, `< ${BARS.documentMb} MB`, documentMb < BARS.documentMb),
      ],
    ),
    ...(all.length > 1
      ? [
          `\nFit: ${fit.offset.toFixed(0)} s and ${(fit.slope * 1_000).toFixed(0)} ms for each page (r² ${fit.r2.toFixed(4)}).`,
        ]
      : []),
  ].join("\n");
}
