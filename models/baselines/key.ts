// The key of a baseline, and the document id derived from it, so that concurrent writers of one key meet in one document.
import { createHash } from "node:crypto";
import { given } from "../../domain/given.ts";
import type { BrowserName, ViewportName } from "../../domain/visual/shot.ts";
import { required } from "../lib/schema.ts";

/** There is one baseline for each key. `selector` "" stands for the whole document. */
export type BaselineKey = {
  projectId: string;
  environmentId: string;
  scenarioId: string;
  selector: string;
  viewport: ViewportName;
  browser: BrowserName;
  branch: string;
  /** Name of the mode; missing if none, as in all keys of earlier versions. */
  mode?: string;
};

/** Returns the key alone. */
export function keyOf(one: Readonly<BaselineKey>): BaselineKey {
  const { projectId, environmentId, scenarioId, selector, viewport, browser, branch, mode } = one;
  return { projectId, environmentId, scenarioId, selector, viewport, browser, branch, ...given({ mode }) };
}

/** One shot's place in a run; project, environment and branch are those of the run. */
export type BaselinePart = Pick<BaselineKey, "scenarioId" | "selector" | "viewport" | "browser" | "mode">;

/** The fields of a part in a schema. */
export const PART_FIELDS = {
  scenarioId: required(String),
  selector: { type: String, default: "" },
  viewport: required(String),
  browser: required(String),
  mode: String,
};

/** Returns a string that identifies a part within a run. */
export const partKeyOf = ({ scenarioId, selector, viewport, browser, mode = "" }: BaselinePart): string =>
  JSON.stringify([scenarioId, selector, viewport, browser, mode]);

/** Returns `bsl_` and 40 hex digits of a SHA-256 over the key. JSON quotes keep the parts unambiguous. */
export function baselineIdOf(key: BaselineKey): string {
  const parts: string[] = [
    key.projectId,
    key.environmentId,
    key.scenarioId,
    key.selector,
    key.viewport,
    key.browser,
    key.branch,
  ];
  if (key.mode !== undefined) parts.push(key.mode);
  return `bsl_${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40)}`;
}

/** Stands for "no environment" in keys: the project's own address, in a project without a Production environment. */
export const NO_ENVIRONMENT = "none";

/**
 * Returns the environment whose baselines previews and staging are compared with: the one set in the project, else the one called
 * Production, else none.
 */
export function referenceEnvironmentOf(
  project: { referenceEnvironmentId: string | null },
  environments: readonly { _id: string; name: string; slug: string }[],
): string {
  const named = environments.find((e) => e._id === project.referenceEnvironmentId);
  const production = environments.find((e) => e.slug === "production" || e.name.toLowerCase() === "production");
  return (named ?? production)?._id ?? NO_ENVIRONMENT;
}

/**
 * Returns the environment that a run's baselines belong to. A run without an environment visits the project's own address, which is what
 * the reference environment stands for, so both share baselines.
 */
export function baselineEnvironmentOf(runEnvironmentId: string | null, referenceEnvironmentId: string): string {
  return runEnvironmentId ?? referenceEnvironmentId;
}

/** Returns the branch that a run's baselines belong to. */
export function baselineBranchOf(runBranch: string | null, mainBranch: string): string {
  return runBranch ?? mainBranch;
}
