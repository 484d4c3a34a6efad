// Which code hosts the service has a token for, and which repositories it may write to.
import type { Config } from "../../domain/config.ts";
import { parseAllowEntry } from "../../domain/net/allowEntries.ts";
import { type AllowList, allowListOf } from "../../domain/net/allowList.ts";
import { formatTarget, targetOfUrl } from "../../domain/net/targets.ts";
import { type CodeHostName, githubSite } from "../../domain/report/codePlace.ts";

type Settings = Pick<
  Config,
  "githubToken" | "githubApiUrl" | "githubRepository" | "gitlabToken" | "gitlabUrl" | "gitlabProject"
>;

/** Hosts with a token. `site` is the address that people open. */
export function configuredHosts(config: Settings): { host: CodeHostName; site: string; repository: string | null }[] {
  const { githubToken, githubApiUrl, githubRepository, gitlabToken, gitlabUrl, gitlabProject } = config;
  return [
    ...(githubToken ? [{ host: "github" as const, site: githubSite(githubApiUrl), repository: githubRepository }] : []),
    ...(gitlabToken ? [{ host: "gitlab" as const, site: gitlabUrl, repository: gitlabProject }] : []),
  ];
}

/** The token of a host, and its address: of GitHub its API's, of GitLab the one that people open. */
export const hostAccount = (
  config: Pick<Settings, "githubToken" | "githubApiUrl" | "gitlabToken" | "gitlabUrl">,
  host: CodeHostName,
): { token: string; url: string } =>
  host === "github"
    ? { token: config.githubToken ?? "", url: config.githubApiUrl }
    : { token: config.gitlabToken ?? "", url: config.gitlabUrl };

/** Where the service may send its tokens: its list of hosts, and the hosts that the operator named as code hosts, which may be private. */
export function codeHostAllowList(config: Pick<Config, "allowedHosts" | "githubApiUrl" | "gitlabUrl">): AllowList {
  const own = [config.githubApiUrl, config.gitlabUrl].flatMap((url) => {
    const target = targetOfUrl(url);
    const entry = target && parseAllowEntry(formatTarget(target));
    return entry === undefined || typeof entry === "string" ? [] : [entry];
  });
  return [...allowListOf(config), ...own];
}

/** The tokens are the installation's, and who names a repository may be anybody of any project: the operator can bound them. */
export function isRepositoryAllowed({ prRepositories }: Pick<Config, "prRepositories">, repository: string): boolean {
  const allowed = prRepositories.split(",").flatMap((name) => name.trim().toLowerCase() || []);
  return allowed.length === 0 || allowed.includes(repository.toLowerCase());
}
