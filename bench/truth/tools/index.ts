// The tools to compare. Each is loaded on demand, because the benchmarks have their own packages.
import { pathToFileURL } from "node:url";
import type { TruthTool } from "./tool.ts";

const TOOLS: Readonly<Record<string, () => Promise<{ tool: TruthTool }>>> = {
  plumbline: () => import("./plumbline.ts"),
  playwright: () => import("./playwright.ts"),
  pixelmatch: () => import("./pixelmatch.ts"),
  odiff: () => import("./odiff.ts"),
  backstop: () => import("./backstop.ts"),
};

export const TOOL_NAMES: readonly string[] = Object.keys(TOOLS);

/** `name`: a listed tool, or the path of a module that exports `tool`. */
export async function loadTool(name: string): Promise<TruthTool> {
  const known = TOOLS[name];
  if (known) return (await known()).tool;
  if (!/[./\\]/.test(name))
    throw new Error(`There is no tool "${name}": name one of ${TOOL_NAMES.join(", ")}, or a file.`);
  return ((await import(pathToFileURL(name).href)) as { tool: TruthTool }).tool;
}
