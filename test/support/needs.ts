// Determines what a test file needs from its imports: the whole service, a browser, a fuzzer, or none of them. So no list has to be
// maintained.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** From the heaviest to the lightest, the order in which files start. */
export const NEEDS = ["service", "fuzzer", "browser", "nothing"] as const;
export type Need = (typeof NEEDS)[number];

/** A test's need is the first one whose file or package it imports, directly or indirectly. */
const SIGNS: readonly { need: Need; imports: readonly string[] }[] = [
  { need: "service", imports: ["temporal-dev/service.ts", "temporal-dev/start.ts", "test/support/started.ts"] },
  { need: "fuzzer", imports: ["test/contract/schemathesis.ts"] },
  { need: "browser", imports: ["browsers/launch.ts", "playwright", "puppeteer-core"] },
];

const IMPORT =
  /(?:^|\n)(?:import|export)\s(?!type\s)[^;"]*?from\s+"([^"]+)"|import\("([^"$]+)"\)|new URL\("(\.[^"$]+\.ts)"/g;

const known = new Map<string, readonly string[]>();

/** Returns our files (relative to the root) and packages that a file imports as values, starts as a process or names as a module. */
function importsOf(file: string): readonly string[] {
  const found = known.get(file);
  if (found) return found;
  const source = readFileSync(path.join(root, file), "utf8");
  const imports = [...source.matchAll(IMPORT)].flatMap(([, from, lazy, url]) => {
    const spec = from ?? lazy ?? url ?? "";
    if (!spec.startsWith(".")) return spec.startsWith("node:") ? [] : [spec];
    const target = path.posix.join(path.posix.dirname(file), spec);
    return existsSync(path.join(root, target)) ? [target] : [];
  });
  known.set(file, imports);
  return imports;
}

function reach(file: string): Set<string> {
  const reached = new Set<string>();
  const open = [file];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    if (at.endsWith(".ts")) open.push(...importsOf(at));
  }
  return reached;
}

/** `file`: relative to the project root, with slashes. */
export function needOf(file: string): Need {
  const reached = reach(file);
  return SIGNS.find(({ imports }) => imports.some((one) => reached.has(one)))?.need ?? "nothing";
}
