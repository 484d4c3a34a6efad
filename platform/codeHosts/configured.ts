// The code hosts that the service has a token for, and the repositories it may write to.
import type { Config } from "../../domain/config.ts";
import { parseAllowEntry } from "../../domain/net/allowEntries.ts";
import { type AllowList, allowListOf } from "../../domain/net/allowList.ts";
import { formatTarget, targetOfUrl } from "../../domain/net/targets.ts";
import { type CodeHostName, githubSite } from "../../domain/report/codePlace.ts";

type Settings = Pick<
  Config,
  "githubToken" | "githubApiUrl" | "githubRepository" | "gitlabToken" | "gitlabUrl" | "gitlabProject"
>;

/** Returns the hosts with a token. `site` is the address that people open. */
export function configuredHosts(config: Settings): { host: CodeHostName; site: string; repository: string | null }[] {
  const { githubToken, githubApiUrl, githubRepository, gitlabToken, gitlabUrl, gitlabProject } = config;
  return [
    ...(githubToken ? [{ host: "github" as const, site: githubSite(githubApiUrl), repository: githubRepository }] : []),
    ...(gitlabToken ? [{ host: "gitlab" as const, site: gitlabUrl, repository: gitlabProject }] : []),
  ];
}

/** Returns the token of a host, and its address: for GitHub that of its API, for GitLab the one that people open. */
export const hostAccount = (
  config: Pick<Settings, "githubToken" | "githubApiUrl" | "gitlabToken" | "gitlabUrl">,
  host: CodeHostName,
): { token: string; url: string } =>
  host === "github"
    ? { token: config.githubToken ?? "", url: config.githubApiUrl }
    : { token: config.gitlabToken ?? "", url: config.gitlabUrl };

/** Returns where the service may send its tokens: its list of hosts, and the code hosts that the operator configured, which may be private. */
export function codeHostAllowList(config: Pick<Config, "allowedHosts" | "githubApiUrl" | "gitlabUrl">): AllowList {
  const own = [config.githubApiUrl, config.gitlabUrl].flatMap((url) => {
    const target = targetOfUrl(url);
    const entry = target && parseAllowEntry(formatTarget(target));
    return entry === undefined || typeof entry === "string" ? [] : [entry];
  });
  return [...allowListOf(config), ...own];
}

/**
 * Returns whether the service may write to this repository. The tokens belong to the installation, and anybody of any project may name a
 * repository, so the operator can restrict them.
 */
export function isRepositoryAllowed({ prRepositories }: Pick<Config, "prRepositories">, repository: string): boolean {
  const allowed = prRepositories.split(",").flatMap((name) => name.trim().toLowerCase() || []);
  return allowed.length === 0 || allowed.includes(repository.toLowerCase());
}
