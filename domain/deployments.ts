// Which version of the workers gets which work, and when a version becomes the current one. Workers of one build share a version.

/**
 * Runs and jobs stay with the build that began them: PINNED. What lives longer than an upgrade, or is over in a moment and
 * begun by a schedule, goes on under the current build and has to replay: AUTO_UPGRADE.
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

/** Of what workers without versions began: it was taken over once already, and holds no version back. */
export const VERSIONING_DEFAULT = "AUTO_UPGRADE";

/** All workers of an installation; its queues begin alike. */
export const deploymentOf = (queuePrefix: string): string => `${queuePrefix}plumbline`;

/** Workers with equal workflows and of one version of the program are alike. */
export const buildOf = (program: string, bundleHash: string): string => `${program}-${bundleHash.slice(0, 12)}`;

/**
 * `auto`: a build becomes current when none is, or when no worker of the current one runs. `always`: at each start too.
 * `manual`: by the admin command alone. `off`: workers have no versions, for a Temporal that knows none.
 */
export const PROMOTIONS = ["auto", "always", "manual", "off"] as const;
export type Promotion = (typeof PROMOTIONS)[number];

type Standing = {
  mode: Promotion;
  own: string;
  current: string | null;
  /** Builds of which a worker runs. */
  alive: ReadonlySet<string>;
  /** The worker has just started. */
  first: boolean;
};

/** Whether a worker makes its own build the current one now. */
export function promotesItself({ mode, own, current, alive, first }: Standing): boolean {
  if (mode === "manual" || mode === "off" || current === own) return false;
  return current === null || (mode === "always" && first) || !alive.has(current);
}

/** Builds whose runs nobody works on: they go on under the current build, which is `own`. */
export const deserted = (builds: readonly string[], own: string, alive: ReadonlySet<string>): string[] =>
  builds.filter((build) => build !== own && !alive.has(build));
