// Decides which worker version gets which work, and when a version becomes the current one. Workers of one build share a version.

/**
 * PINNED: runs and jobs stay with the build that started them. AUTO_UPGRADE: workflows that outlive an upgrade, and short workflows that a
 * schedule starts, continue under the current build and must replay.
 */
export const VERSIONING = {
  alignSchedules: "AUTO_UPGRADE",
  auditRun: "PINNED",
  baselineRun: "PINNED",
  cleanUp: "AUTO_UPGRADE",
  crawlSite: "PINNED",
  deliverNotification: "AUTO_UPGRADE",
  erase: "AUTO_UPGRADE",
  exploreSite: "PINNED",
  featureRun: "PINNED",
  fullSuite: "PINNED",
  generateScenarios: "PINNED",
  healStep: "PINNED",
  inspectPage: "PINNED",
  judgeUpload: "PINNED",
  proveIssue: "PINNED",
  recompareRun: "PINNED",
  reconcile: "AUTO_UPGRADE",
  recording: "AUTO_UPGRADE",
  renderDiff: "PINNED",
  renderReport: "PINNED",
  retentionDue: "AUTO_UPGRADE",
  scheduleDue: "AUTO_UPGRADE",
  tellDecisions: "AUTO_UPGRADE",
  tellVerdicts: "AUTO_UPGRADE",
  visualRun: "PINNED",
} as const satisfies Record<string, "PINNED" | "AUTO_UPGRADE">;

/** Versioning of workflows that workers without versions started. They have already been taken over once, so they do not hold a version back. */
export const VERSIONING_DEFAULT = "AUTO_UPGRADE";

/** Returns the deployment of all workers of an installation; its queues share the prefix. */
export const deploymentOf = (queuePrefix: string): string => `${queuePrefix}plumbline`;

/** Returns the build id. Workers with the same workflow code and program version share it. */
export const buildOf = (program: string, bundleHash: string): string => `${program}-${bundleHash.slice(0, 12)}`;

/**
 * `auto`: a build becomes current if there is no current build, or if no worker of the current build is running. `always`: also at each
 * start. `manual`: only by the admin command. `off`: workers have no versions, for Temporal servers that do not support them.
 */
export const PROMOTIONS = ["auto", "always", "manual", "off"] as const;
export type Promotion = (typeof PROMOTIONS)[number];

type Standing = {
  mode: Promotion;
  own: string;
  current: string | null;
  /** Builds with at least one running worker. */
  alive: ReadonlySet<string>;
  /** Whether the worker has just started. */
  first: boolean;
};

/** Returns whether a worker makes its own build the current one now. */
export function promotesItself({ mode, own, current, alive, first }: Standing): boolean {
  if (mode === "manual" || mode === "off" || current === own) return false;
  return current === null || (mode === "always" && first) || !alive.has(current);
}

/** Returns the builds that still have runs but no workers. Their runs continue under the current build, which is `own`. */
export const deserted = (builds: readonly string[], own: string, alive: ReadonlySet<string>): string[] =>
  builds.filter((build) => build !== own && !alive.has(build));
