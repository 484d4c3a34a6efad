// Compares two versions of built pages, given as folders, and prints what the service says about the pages that both contain, for people to
// judge.
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { plural } from "../../domain/text.ts";
import { changeGroups, groupSentence } from "../../domain/visual/reading/groups.ts";
import { changeDetail } from "../../domain/visual/reading/sentence.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels } from "../../models/index.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { Service } from "../../temporal-dev/service.ts";
import { startInstallation, timedRun } from "../lib/installation.ts";
import { serveFolder } from "../sound/site.ts";

const TIMEOUT_MS = 1_800_000;

/** `pages`: paths below the folders, or [] for every HTML file that both contain. `report`: where to write the HTML report. */
export type FoldersOptions = { old: string; new: string; pages: readonly string[]; report: string | null };

/** Captures the pages of `old` as baselines and compares those of `new`. Returns each change with the pages it affects. */
export async function benchFolders(options: FoldersOptions, log: (line: string) => void): Promise<string> {
  const paths = options.pages.length > 0 ? options.pages.map(asPath) : await commonPages(options.old, options.new);
  if (paths.length === 0) throw new Error("The folders have no HTML page in common.");
  let shown = options.old;
  const site = await serveFolder(() => shown, paths);
  try {
    const port = Number(new URL(site.url).port);
    const installation = await startInstallation({ url: site.url, port }, paths, log, ["desktop"]);
    try {
      const { service, client, key } = installation;
      await timedRun(client, "baseline", { timeoutMs: TIMEOUT_MS });
      log(`baselines of ${plural(paths.length, "page")}`);
      shown = options.new;
      const { runId } = await timedRun(client, "test", { timeoutMs: TIMEOUT_MS });
      if (options.report !== null) {
        const answer = await fetch(`${service.apiUrl}/api/ci/runs/${runId}/report`, { headers: { "x-api-key": key } });
        if (!answer.ok) throw new Error(`The report was answered with ${answer.status}.`);
        await writeFile(options.report, Buffer.from(await answer.arrayBuffer()));
      }
      return toldOf(await shotsOf(service, runId));
    } finally {
      await installation.stop();
    }
  } finally {
    await site.close();
  }
}

const asPath = (page: string): string => `/${page.replace(/^\/+/, "")}`;

/** Returns the addresses of the HTML files that both folders contain, sorted. */
export async function commonPages(old: string, now: string): Promise<string[]> {
  const pagesOf = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((file) => /\.html?$/.test(file)).map(asUrl);
  const known = new Set(await pagesOf(old));
  return (await pagesOf(now)).filter((page) => known.has(page)).sort();
}

const asUrl = (file: string): string => `/${file.split(path.sep).map(encodeURIComponent).join("/")}`;

async function shotsOf({ stack, env }: Service, runId: string): Promise<Shot[]> {
  const connection = await connect(stack.mongoUri, { dbName: env.SVC_MONGO_DATABASE || "plumbline" });
  try {
    return await bindModels(connection).shots.find({ runId }).sort({ index: 1 }).lean<Shot[]>();
  } finally {
    await connection.close();
  }
}

/** Returns each change once, with the pages it affects. Pages without a screenshot are listed with the reason. */
export function toldOf(
  shots: readonly Pick<
    Shot,
    "scenarioLabel" | "status" | "reasons" | "changes" | "index" | "causes" | "fingerprint" | "url"
  >[],
): string {
  const failed = shots.filter(({ status }) => status === "failed");
  const groups = changeGroups(failed);
  const lines = groups.flatMap((group) => {
    const { lines: details, selector } = group.told ? changeDetail(group.told) : { lines: [], selector: "" };
    const pages = [...new Set(group.shots.map(({ scenarioLabel }) => scenarioLabel))];
    return [
      `- ${groupSentence(group) ?? "Pixels differ"}`,
      ...[...details, selector, pages.slice(0, 4).join(" ")].filter(Boolean).map((line) => `    ${line}`),
    ];
  });
  const errors = shots.filter(({ status }) => status === "error");
  return [
    `${plural(groups.length, "change")} on ${failed.length} of ${plural(shots.length, "page")}`,
    ...lines,
    ...errors.map(
      ({ scenarioLabel, reasons }) => `no picture of ${scenarioLabel}: ${reasons[0]?.message ?? "unknown"}`,
    ),
  ].join("\n");
}
