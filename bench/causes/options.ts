// Command line options of the causes benchmark.
import { parseArgs } from "node:util";
import type { FoldersOptions } from "./folders.ts";
import { PAGE_KINDS } from "./pages.ts";
import type { Pair } from "./truth.ts";

export type CausesOptions = {
  half: Pair["half"];
  /** A kind of page, or a part of a topic's name; "" for all. */
  kind: string;
  /** Pair numbers; [] for all. */
  only: number[];
  /** Generates other pages and changes of the same kinds, so that a fix made on them was not made for the published pairs. */
  seed: string;
  /** Whether to print every wrong pair with what was said about it. */
  show: boolean;
  json: string | null;
  /** Number of pairs processed at the same time. */
  lanes: number;
  /** Two folders of built pages, used instead of the benchmark's own pairs. */
  folders: FoldersOptions | null;
};

/** Seed of the pairs with published figures. */
const SEED = "causes";

/** `[--half dev|final] [--kind word] [--only n,…] [--seed word] [--show] [--json file] [--lanes n]`, or `--old folder --new folder [--pages file,…] [--report file]`. */
export function causesOptions(args: readonly string[]): CausesOptions {
  const { values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      half: { type: "string", default: "dev" },
      kind: { type: "string", default: "" },
      only: { type: "string", default: "" },
      seed: { type: "string", default: SEED },
      show: { type: "boolean", default: false },
      json: { type: "string" },
      lanes: { type: "string", default: "2" },
      old: { type: "string" },
      new: { type: "string" },
      pages: { type: "string", default: "" },
      report: { type: "string" },
    },
  });
  if (values.half !== "dev" && values.half !== "final") throw new Error("--half is dev or final.");
  const only = values.only.split(",").filter(Boolean).map(Number);
  if (only.some((number) => !Number.isInteger(number))) throw new Error("--only wants numbers of pairs, such as 3,18.");
  const lanes = Math.max(1, Math.floor(Number(values.lanes)) || 1);
  const { old, new: now, report = null } = values;
  if ((old === undefined) !== (now === undefined)) throw new Error("--old and --new each want a folder.");
  const pages = values.pages.split(",").filter(Boolean);
  const folders = old !== undefined && now !== undefined ? { old, new: now, pages, report } : null;
  const { half, kind, seed, show, json = null } = values;
  return { half, kind, only, seed, show, json, lanes, folders };
}

/** Returns the requested pairs; numbers are looked up in both halves. */
export function chosen(pairs: readonly Pair[], { half, kind, only }: CausesOptions): Pair[] {
  const known: readonly string[] = [...PAGE_KINDS, "site"];
  return pairs.filter((pair) => {
    if (only.length > 0) return only.includes(pair.number);
    if (pair.half !== half) return false;
    if (kind === "") return true;
    return known.includes(kind) ? pair.page === kind : pair.topic.includes(kind);
  });
}
