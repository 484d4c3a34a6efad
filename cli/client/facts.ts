// Reads what CI knows about the commit under test.
import { readFileSync } from "node:fs";
import { baseBranch } from "./changed.ts";

export type CiFacts = {
  commitSha?: string;
  /** Web page of the commit. */
  commitUrl?: string;
  /** First line of its message, and the name of its author, according to the clone. */
  commitMessage?: string;
  commitAuthor?: string;
  branch?: string;
  /** Target of the branch. */
  baseBranch?: string;
  prNumber?: number;
  prUrl?: string;
  ciProvider?: string;
  /** Whether a schedule started the job (true), or a push or pull request (false); missing if CI does not say. */
  scheduled?: boolean;
};
type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the facts of the CI system in which this runs, otherwise of the local repository. The commit of a pull request is its head, not
 * the temporary merge commit that some systems check out.
 */
export async function readFacts(env: Env, cwd: string): Promise<CiFacts> {
  // Imported late because the library, which runs git, takes longer to load than the rest of the command.
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
  // GitLab numbers merge requests twice: per server, and per project, which is what people and its API use.
  const named =
    pull?.head?.ref ?? withoutRefs(queue?.head_ref) ?? jenkinsBranch(env) ?? (ci.isPr ? ci.prBranch : ci.branch);
  const queued = QUEUED.exec(named ?? "")?.groups;
  const open = openMergeRequest(env);
  const number = Number(
    pull?.number ||
      env.CI_MERGE_REQUEST_IID ||
      // Azure's own id of a pull request on GitHub is not its number there.
      env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER ||
      env.gitlabMergeRequestIid ||
      ci.pr ||
      env.BITBUCKET_PR_ID ||
      open?.number ||
      queued?.pr,
  );
  const owner = forkOwner(pull, env);
  const branch = owner === null || named === undefined ? named : `${owner}:${named}`;
  const base =
    baseBranch(env) ??
    pull?.base?.ref ??
    withoutRefs(queue?.base_ref) ??
    queued?.base ??
    (ci.isPr ? ci.branch : undefined);
  const commitSha =
    pull?.head?.sha ??
    queue?.head_sha ??
    (env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA ||
      env.SYSTEM_PULLREQUEST_SOURCECOMMITID ||
      env.TRAVIS_PULL_REQUEST_SHA ||
      ci.commit);
  return withoutEmpty({
    commitSha,
    commitUrl: commitUrlAt(env, commitSha),
    // git reports "HEAD" for a checkout without a branch.
    branch: branch === "HEAD" ? undefined : branch,
    baseBranch: base,
    prNumber: Number.isSafeInteger(number) && number > 0 ? number : undefined,
    prUrl: pull?.html_url ?? prUrlOf(env) ?? open?.url,
    ciProvider: ci.name,
    scheduled: scheduledBy(env),
  });
}

type Event = {
  pull_request?: Pull;
  merge_group?: { head_sha?: string; head_ref?: string; base_ref?: string };
};
type Repository = { full_name?: string };
type Pull = {
  number?: number;
  html_url?: string;
  /** `repo` is null if the fork has been deleted. */
  head?: { sha?: string; ref?: string; label?: string; repo?: Repository | null };
  base?: { ref?: string; repo?: Repository };
};

function readEvent(file: string | undefined): Event | null {
  if (!file) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Event;
  } catch {
    // Without the event, the job's variables contain enough to continue.
    return null;
  }
}

/** A branch that GitHub's merge queue creates temporarily for its jobs. */
const QUEUED = /^gh-readonly-queue\/(?<base>.+)\/pr-(?<pr>\d+)-[\da-f]+$/;

const withoutRefs = (ref: string | undefined): string | undefined => ref?.replace(/^refs\/heads\//, "");

/**
 * How CI systems report what started a job: the value for a schedule, and the values for pushed work. Other causes, such as a person
 * clicking a button, are ignored.
 */
const STARTED_BY: readonly { variable: string; time: string; work: readonly string[] }[] = [
  {
    variable: "GITHUB_EVENT_NAME",
    time: "schedule",
    work: ["push", "pull_request", "pull_request_target", "merge_group"],
  },
  {
    variable: "CI_PIPELINE_SOURCE",
    time: "schedule",
    work: ["push", "merge_request_event", "external_pull_request_event"],
  },
  { variable: "BUILD_REASON", time: "Schedule", work: ["IndividualCI", "BatchedCI", "PullRequest"] },
  { variable: "BUILDKITE_SOURCE", time: "schedule", work: ["webhook"] },
];

function scheduledBy(env: Env): boolean | undefined {
  for (const { variable, time, work } of STARTED_BY) {
    const by = env[variable] ?? "";
    if (by === time) return true;
    if (work.includes(by)) return false;
  }
  return undefined;
}

/**
 * Returns the owner of the fork that the pull request comes from, whose "main" is never the project's; null if it comes from the
 * repository itself.
 */
function forkOwner(pull: Pull | undefined, env: Env): string | null {
  const [head, base] = [pull?.head?.repo, pull?.base?.repo?.full_name];
  if (head === null) return pull?.head?.label?.split(":")[0] || "fork";
  if (head?.full_name !== undefined && base !== undefined && head.full_name !== base)
    return head.full_name.split("/")[0] ?? null;
  const ownerOf = (repository: string): string => repository.replace(/\/[^/]*$/, "");
  if (env.JENKINS_URL && env.CHANGE_FORK) return env.CHANGE_FORK.split("/")[0] || "fork";
  if (env.SYSTEM_PULLREQUEST_ISFORK === "True")
    return ownerOf(URL.parse(env.SYSTEM_PULLREQUEST_SOURCEREPOSITORYURI ?? "")?.pathname.slice(1) ?? "") || "fork";
  for (const [source, target] of [
    [env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH, env.CI_MERGE_REQUEST_PROJECT_PATH || env.CI_PROJECT_PATH],
    [env.TRAVIS_PULL_REQUEST_SLUG, env.TRAVIS_REPO_SLUG],
  ])
    if (source && target && source !== target) return ownerOf(source);
  return null;
}

/** Returns the branch of a Jenkins job: of a pull request its own one, and without the remote's name that its Git plug-in puts first. */
function jenkinsBranch(env: Env): string | undefined {
  if (!env.JENKINS_URL) return undefined;
  const { CHANGE_BRANCH, ghprbSourceBranch, gitlabSourceBranch, BRANCH_NAME, GIT_LOCAL_BRANCH, GIT_BRANCH } = env;
  const own = CHANGE_BRANCH || ghprbSourceBranch || gitlabSourceBranch;
  return own || BRANCH_NAME || GIT_LOCAL_BRANCH || GIT_BRANCH?.replace(/^origin\//, "") || undefined;
}

/**
 * Returns the merge request of a GitLab pipeline that runs for its branch; null if there is none, or several. The default branch may be
 * merged into another one, and is itself all the same.
 */
function openMergeRequest(env: Env) {
  const { CI_OPEN_MERGE_REQUESTS: open, CI_PROJECT_PATH: project, CI_PROJECT_URL: url } = env;
  if (env.CI_COMMIT_BRANCH && env.CI_COMMIT_BRANCH === env.CI_DEFAULT_BRANCH) return null;
  const own = (open ?? "").split(",").filter((one) => one.startsWith(`${project}!`));
  const number = own.length === 1 ? own[0]?.split("!")[1] : undefined;
  return number ? { number, url: url && `${url}/-/merge_requests/${number}` } : null;
}

function prUrlOf(env: Env): string | undefined {
  if (env.CI_MERGE_REQUEST_PROJECT_URL && env.CI_MERGE_REQUEST_IID)
    return `${env.CI_MERGE_REQUEST_PROJECT_URL}/-/merge_requests/${env.CI_MERGE_REQUEST_IID}`;
  return env.CIRCLE_PULL_REQUEST ?? env.CHANGE_URL;
}

function commitUrlAt(env: Env, commit: string | undefined): string | undefined {
  if (!commit) return undefined;
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository, CI_PROJECT_URL: project } = env;
  if (env.GITHUB_ACTIONS && host && repository) return `${host}/${repository}/commit/${commit}`;
  return env.GITLAB_CI && project ? `${project}/-/commit/${commit}` : undefined;
}

const withoutEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")) as T;
