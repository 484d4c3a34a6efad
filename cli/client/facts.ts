// What CI knows about the commit under test.
import { readFileSync } from "node:fs";

export type CiFacts = {
  commitSha?: string;
  branch?: string;
  prNumber?: number;
  prUrl?: string;
  ciProvider?: string;
};
type Env = Readonly<Record<string, string | undefined>>;

/**
 * The facts of the CI system that runs this, else of the local repository. A pull request's commit is its head: the merge
 * commit that some systems check out exists for the job alone.
 */
export async function readFacts(env: Env, cwd: string): Promise<CiFacts> {
  // It starts git through a library that takes longer to load than the rest of the command.
  const { default: envCi } = await import("env-ci");
  const ci = envCi({ env: { ...env }, cwd }) as {
    service?: string;
    name?: string;
    commit?: string;
    branch?: string;
    prBranch?: string;
    pr?: string | number;
    isPr?: boolean;
  };
  const event = env.GITHUB_ACTIONS ? readEvent(env.GITHUB_EVENT_PATH) : null;
  const pull = event?.pull_request;
  const queue = event?.merge_group;
  // GitLab counts merge requests twice: over the whole server, and in the project as people and its API do.
  const number = Number(pull?.number ?? env.CI_MERGE_REQUEST_IID ?? ci.pr);
  const branch = pull?.head?.ref ?? queueBranch(queue?.head_ref) ?? (ci.isPr ? ci.prBranch : ci.branch);
  return withoutEmpty({
    commitSha: pull?.head?.sha ?? queue?.head_sha ?? (env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || ci.commit),
    // "HEAD" is what git says of a checkout without a branch.
    branch: branch === "HEAD" ? undefined : branch,
    prNumber: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    prUrl: pull?.html_url ?? prUrlOf(env),
    ciProvider: ci.name,
  });
}

type Event = {
  pull_request?: { number?: number; html_url?: string; head?: { sha?: string; ref?: string } };
  merge_group?: { head_sha?: string; head_ref?: string };
};

function readEvent(file: string | undefined): Event | null {
  if (!file) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Event;
  } catch {
    // Without the event the variables of the job say enough to go on.
    return null;
  }
}

/** `refs/heads/gh-readonly-queue/main/pr-7-…` is a branch of the queue itself. */
const queueBranch = (ref: string | undefined): string | undefined => ref?.replace(/^refs\/heads\//, "");

function prUrlOf(env: Env): string | undefined {
  if (env.CI_MERGE_REQUEST_PROJECT_URL && env.CI_MERGE_REQUEST_IID)
    return `${env.CI_MERGE_REQUEST_PROJECT_URL}/-/merge_requests/${env.CI_MERGE_REQUEST_IID}`;
  return env.CIRCLE_PULL_REQUEST ?? env.CHANGE_URL;
}

const withoutEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")) as T;
