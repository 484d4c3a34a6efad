// Determines the code host and repository of a pull request: as named by the caller, otherwise from its address, otherwise from the
// settings.

export const CODE_HOSTS = ["github", "gitlab"] as const;
export type CodeHostName = (typeof CODE_HOSTS)[number];
export const HOST_TITLE: Record<CodeHostName, string> = { github: "GitHub", gitlab: "GitLab" };

export type CodePlace = { host: CodeHostName; repository: string };

export type PlaceInput = {
  /** Named by the caller. */
  host?: CodeHostName;
  /** owner/name, group/subgroup/name, a project's number, or the address of a repository. */
  repository?: string;
  /** Address of the pull request, from a run for it. */
  prUrl: string | null;
  /** The CI system that started the run; some belong to a code host. */
  ciProvider?: string | null;
  /** Configured hosts with a token. `site` is the address that people open. */
  hosts: readonly { host: CodeHostName; site: string; repository: string | null }[];
};

/** `problem`: what to do, as a sentence. */
export type PlaceFound = CodePlace | { problem: string };

const SETTINGS = "SVC_GITHUB_TOKEN or SVC_GITLAB_TOKEN";

/** Returns the only host that matches everything known; never guesses between two. */
export function codePlaceOf(input: PlaceInput): PlaceFound {
  const { hosts } = input;
  if (hosts.length === 0)
    return { problem: `No code host is set up. The operator of this service must set ${SETTINGS}.` };
  if (input.host && !hosts.some(({ host }) => host === input.host))
    return { problem: `No token for ${input.host}; set up: ${hosts.map(({ host }) => host).join(", ")}.` };
  const usable = hosts.filter(({ host }) => input.host === undefined || host === input.host);

  for (const address of [input.repository, input.prUrl])
    for (const one of usable) {
      const repository = address ? repositoryAt(address, one.site) : null;
      // If the repository is named in addition to a run's address, the repository takes precedence.
      if (repository !== null && (address === input.repository || input.repository === undefined))
        return checked({ host: one.host, repository });
    }
  if (input.repository && /^[a-z]+:\/\//i.test(input.repository))
    return {
      problem: `The repository is not on a host that is set up: ${usable.map(({ site }) => site).join(", ")}.`,
    };

  const named = input.repository?.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  const candidates = usable.flatMap(({ host, site, repository }) => {
    const wanted = named ?? repository;
    return wanted ? [{ host, repository: wanted, prHere: isAt(input.prUrl, site), usual: repository === wanted }] : [];
  });
  const fitting = candidates.filter((one) => problemOf(one) === null);
  const here = fitting.filter(({ prHere }) => prHere);
  const started = fitting.filter(({ host }) => host === hostOfCi(input.ciProvider));
  const usual = fitting.filter((one) => one.usual);
  const [only] = [here, started, usual, fitting].find(({ length }) => length === 1) ?? [];
  if (only) return { host: only.host, repository: only.repository };
  if (fitting.length > 1) return { problem: "Both GitHub and GitLab are set up. Pass host." };
  if (candidates[0]) return { problem: problemOf(candidates[0]) ?? "" };
  return {
    problem:
      "The repository is unknown: pass repository (owner/name), or set SVC_GITHUB_REPOSITORY or SVC_GITLAB_PROJECT.",
  };
}

/** GitHub Actions and GitLab CI run for repositories on their own host. */
const hostOfCi = (ciProvider: string | null | undefined): CodeHostName | null =>
  CODE_HOSTS.find((host) => ciProvider?.toLowerCase().startsWith(host)) ?? null;

/** Returns the host that the facts of a run point to; null if it is not configured or ambiguous. */
export function hostOfRun({
  prUrl,
  ciProvider,
  hosts,
}: Pick<PlaceInput, "prUrl" | "ciProvider" | "hosts">): CodeHostName | null {
  const named = hosts.find(({ site }) => isAt(prUrl, site))?.host ?? hostOfCi(ciProvider);
  return hosts.some(({ host }) => host === named) ? named : null;
}

const checked = (place: CodePlace): PlaceFound => {
  const problem = problemOf(place);
  return problem === null ? place : { problem };
};

const GITHUB_REPOSITORY = /^[\w.-]+\/[\w.-]+$/;
const GITLAB_PROJECT = /^(?:\d+|[\w.-]+(?:\/[\w.-]+)+)$/;

function problemOf({ host, repository }: CodePlace): string | null {
  const dots = repository.split("/").some((part) => /^\.+$/.test(part));
  if (host === "github")
    return GITHUB_REPOSITORY.test(repository) && !dots
      ? null
      : `"${repository.slice(0, 100)}" is not a GitHub repository. Use owner/name.`;
  return GITLAB_PROJECT.test(repository) && !dots
    ? null
    : `"${repository.slice(0, 100)}" is not a GitLab project. Use group/name.`;
}

/** Returns the repository in an address such as `<site>/owner/name/pull/7` or `<site>/group/name/-/merge_requests/7`. */
function repositoryAt(address: string, site: string): string | null {
  if (!isAt(address, site)) return null;
  const base = (URL.parse(site)?.pathname ?? "/").replace(/\/+$/, "");
  const path = (URL.parse(address)?.pathname ?? "").slice(base.length).replace(/^\/+|\/+$/g, "");
  return path.replace(/(?:\/-)?\/(?:pull|merge_requests)\/.*$/, "").replace(/\.git$/, "") || null;
}

function isAt(address: string | null, site: string): boolean {
  const [there, here] = [address === null ? null : URL.parse(address), URL.parse(site)];
  if (!there || !here || there.host !== here.host) return false;
  const base = here.pathname.replace(/\/+$/, "");
  return base === "" || there.pathname.startsWith(`${base}/`);
}

/** Returns the address that people open for a GitHub API address: `<host>/api/v3` on a self-hosted server, `api.` before the host otherwise. */
export function githubSite(apiUrl: string): string {
  const url = URL.parse(apiUrl);
  if (!url) return apiUrl;
  return `${url.protocol}//${url.host.replace(/^api\./, "")}${url.pathname.replace(/\/api\/v3\/?$/, "").replace(/\/+$/, "")}`;
}
