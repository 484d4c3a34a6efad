// Where screenshots are uploaded: the service, the key, and the build whose run they belong to. Pure.

type Env = Readonly<Record<string, string | undefined>>;

export type UploadSettings = {
  url: string;
  key: string;
  project: string | undefined;
  environment: string | undefined;
  /** Shared by the workers and shards of one test run. */
  build: string;
};

/** Variables that identify a build in each CI system. A second attempt counts as another build, because the run of the first one is closed. */
const BUILDS: readonly (readonly [name: string, ...parts: string[]])[] = [
  ["github", "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT"],
  ["gitlab", "CI_PIPELINE_ID"],
  ["circleci", "CIRCLE_WORKFLOW_ID"],
  ["azure", "BUILD_BUILDID", "SYSTEM_JOBATTEMPT"],
  ["buildkite", "BUILDKITE_BUILD_ID"],
  ["bitbucket", "BITBUCKET_BUILD_NUMBER"],
  ["jenkins", "BUILD_TAG"],
];

/** Returns the build's id; null if nothing identifies the build. */
export function buildOf(env: Env): string | null {
  if (env.PLUMBLINE_BUILD) return clean(env.PLUMBLINE_BUILD);
  for (const [name, ...parts] of BUILDS) {
    const values = parts.map((part) => env[part]).filter((value) => value !== undefined && value !== "");
    if (env[parts[0] ?? ""]) return clean([name, ...values].join("-"));
  }
  return null;
}

/** Reduces the id to what the service accepts: printable, without spaces, at most 200 characters. */
const clean = (build: string): string => build.replace(/[^\x21-\x7e]+/g, "_").slice(0, 200);

/** Returns the settings, or a sentence that says what is missing. */
export function uploadSettings(env: Env): UploadSettings | string {
  const url = env.PLUMBLINE_URL || env.SVC_URL;
  const key = env.PLUMBLINE_KEY || env.SVC_API_KEY;
  if (!url || !key) return `${url ? "PLUMBLINE_KEY" : "PLUMBLINE_URL"} is not set, so no screenshot is uploaded.`;
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    return "PLUMBLINE_URL must be an http or https address without a password.";
  const build = buildOf(env);
  if (build === null)
    return 'The build is unknown: add the reporter "plumbline-playwright/reporter" to playwright.config, or set PLUMBLINE_BUILD.';
  return {
    url: url.replace(/\/+$/, ""),
    key,
    project: env.PLUMBLINE_PROJECT || env.SVC_PROJECT || undefined,
    environment: env.PLUMBLINE_ENVIRONMENT || env.SVC_ENVIRONMENT || undefined,
    build,
  };
}

/** Whether tests continue if the service is not configured or cannot be reached; each screenshot is then marked as not compared. */
export const isOptional = (env: Env): boolean => /^(1|true|yes)$/i.test(env.PLUMBLINE_OPTIONAL ?? "");

/**
 * Returns how long a test's calls are repeated, in ms: at most a third of its timeout, so that it fails with the actual reason rather than
 * by timing out.
 */
export const retryFor = (testTimeoutMs: number, most: number): number =>
  testTimeoutMs > 0 ? Math.min(most, testTimeoutMs / 3) : most;

/** Returns the number of this test runner and how many there are: Playwright's shard, unless a matrix sets its own. */
export function shardOf(
  env: Env,
  shard: { current: number; total: number } | null | undefined,
): { current: number; total: number } {
  const total = Number(env.PLUMBLINE_SHARDS);
  const current = Number(env.PLUMBLINE_SHARD);
  if (Number.isInteger(total) && Number.isInteger(current) && current >= 1 && current <= total)
    return { current, total };
  return shard ?? { current: 1, total: 1 };
}
