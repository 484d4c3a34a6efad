// Tests the same pages and changes with several tools: `npm run bench -- truth --tools plumbline,playwright,./mine.ts`. The labels come from
// the pages: a listed change is genuine if a pixel shows it, and an unchanged page must pass.
import { createComparePool } from "../../activities/compare/engine/pool.ts";
import { createBrowserPool } from "../../browsers/browserPool.ts";
import { DEFAULT_VIEWPORTS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { table } from "../../temporal-dev/table.ts";
import { median } from "../lib/stats.ts";
import { CHANGES } from "./changes.ts";
import { createMeasure, type Place } from "./measure.ts";
import { RESTLESS } from "./restless.ts";
import { calmPages, startTruthSite } from "./site.ts";
import { loadTool } from "./tools/index.ts";
import type { Page, ToolSession, TruthTool } from "./tools/tool.ts";

/** Expected outcome. `random`: content that differs between visits, which no tool can tell from a change. */
type Label = "change" | "calm" | "restless" | "random";
type Row = { tool: string; label: Label; what: string; passed: boolean; says: string; ms: number };

export type PeerOptions = { tools: readonly string[]; place: Place; only: readonly string[]; rounds: number };

/** `--tools a,b` and `--only word,…`: a viewport, "calm", "restless" or names of pages. Always Chromium; desktop by default. */
export function peerOptions(args: readonly string[]): PeerOptions | null {
  const given = (name: string): string[] => {
    const at = args.indexOf(name);
    return at < 0 ? [] : (args[at + 1] ?? "").split(",").filter(Boolean);
  };
  const tools = given("--tools");
  if (tools.length === 0) return null;
  const words = given("--only");
  const viewport = VIEWPORT_NAMES.find((name) => words.includes(name)) ?? "desktop";
  const place: Place = { browser: "chromium", viewport: DEFAULT_VIEWPORTS[viewport] };
  const only = words.filter((word) => word !== viewport && word !== "chromium");
  return { tools, place, only, rounds: Math.max(1, Math.floor(Number(args[0])) || 1) };
}

export async function benchTools(options: PeerOptions, log: (line: string) => void): Promise<string> {
  const tools = await Promise.all(options.tools.map(loadTool));
  const rows: Row[] = [];
  // One tool after the other, so that they do not slow each other down.
  const seen = await visibleChanges(options, log);
  for (const tool of tools) {
    const session = await tool.open(options.place);
    try {
      rows.push(...(await measureTool(tool, session, options, seen, log)));
    } finally {
      await session.close();
    }
  }
  const measured = CHANGES.filter(({ page }) => wanted(options, "calm", page)).length;
  return printed(tools, rows, measured - seen.size, options);
}

const wanted = ({ only }: PeerOptions, kind: string, name: string): boolean =>
  only.length === 0 || only.includes(kind) || only.includes(name);
const nameOf = ({ page, name }: (typeof CHANGES)[number]): string => `${page}: ${name}`;

/** Returns the changes that a pixel shows at this size, based on pictures independent of all tools. */
async function visibleChanges(options: PeerOptions, log: (line: string) => void): Promise<ReadonlySet<string>> {
  const pool = createBrowserPool();
  const pictures = createComparePool();
  const site = await startTruthSite();
  const measure = createMeasure(pool, pictures);
  const seen = new Set<string>();
  try {
    for (const page of await calmPages()) {
      if (!wanted(options, "calm", page)) continue;
      const url = `${site.origin}/calm/${page}`;
      site.show(null);
      const before = await measure.plain(url, options.place);
      for (const change of CHANGES.filter((one) => one.page === page)) {
        site.show(change.edit);
        if (!(await measure.samePixels(before, await measure.plain(url, options.place)))) seen.add(nameOf(change));
      }
      log(`${page}: its changes are labelled`);
    }
  } finally {
    await Promise.all([pool.close(), pictures.close(), site.close()]);
  }
  return seen;
}

async function measureTool(
  { name: tool }: TruthTool,
  session: ToolSession,
  options: PeerOptions,
  seen: ReadonlySet<string>,
  log: (line: string) => void,
): Promise<Row[]> {
  const site = await startTruthSite();
  const rows: Row[] = [];
  const judge = async (label: Label, what: string, page: Page): Promise<void> => {
    const began = performance.now();
    const { passed, says } = await session
      .judge(page)
      .catch((error: unknown) => ({ passed: false, says: String(error) }));
    rows.push({
      tool,
      label,
      what,
      passed,
      says: says.split("\n")[0]?.slice(0, 160) ?? "",
      ms: performance.now() - began,
    });
  };
  try {
    for (const name of await calmPages()) {
      if (!wanted(options, "calm", name)) continue;
      const page: Page = { url: `${site.origin}/calm/${name}`, masks: [] };
      site.show(null);
      await session.baseline(page);
      for (let round = 0; round < options.rounds; round += 1) await judge("calm", `${name}: unchanged`, page);
      for (const change of CHANGES.filter((one) => one.page === name && seen.has(nameOf(one)))) {
        site.show(change.edit);
        await judge("change", nameOf(change), page);
      }
      log(`${tool}: ${name}`);
    }
    site.show(null);
    for (const { name, rules = [], random } of RESTLESS) {
      if (!wanted(options, "restless", name)) continue;
      const url = `${site.origin}/restless/${encodeURIComponent(name)}/`;
      const page: Page = { url, masks: rules.map(({ selector }) => selector) };
      await session.baseline(page);
      for (let round = 0; round < options.rounds; round += 1)
        await judge(random ? "random" : "restless", `${name}: unchanged`, page);
      log(`${tool}: ${name}`);
    }
  } finally {
    await site.close();
  }
  return rows;
}

function printed(
  tools: readonly TruthTool[],
  rows: readonly Row[],
  hidden: number,
  { place, rounds }: PeerOptions,
): string {
  const of = (tool: string, ...labels: Label[]) =>
    rows.filter((one) => one.tool === tool && labels.includes(one.label));
  const part = (list: readonly Row[], passed: boolean): string =>
    `${list.filter((one) => one.passed === passed).length} of ${list.length}`;
  const lines = tools.map(({ name, settings }) => [
    settings === "" ? name : `${name} (${settings})`,
    part(of(name, "change"), true),
    part(of(name, "calm"), false),
    part(of(name, "restless"), false),
    part(of(name, "random"), false),
    (median(of(name, "calm").map(({ ms }) => ms)) / 1_000).toFixed(1),
  ]);
  const wrong = rows.filter(({ label, passed }) => label !== "random" && passed === (label === "change"));
  return [
    `Chromium, ${place.viewport.name}, ${rounds} ${rounds === 1 ? "round" : "rounds"}; ${hidden} more changes show nowhere at this size.`,
    table(
      ["tool", "changes missed", "calm: false alarms", "restless: false alarms", "random failed", "s a calm page"],
      lines,
    ),
    ...wrong.map(
      ({ tool, what, label, says }) => `  ${tool}: ${label === "change" ? "missed" : "false alarm"} ${what} ${says}`,
    ),
  ].join("\n");
}
