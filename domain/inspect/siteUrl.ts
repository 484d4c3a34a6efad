// Resolves an address to a URL on a project's site and the environment to use. Addresses of other sites are refused.
import { isAbsoluteAddress, type JudgedAddress, judgeAddress } from "../net/pageAddress.ts";
import { resolveScenarioUrl } from "../visual/scenarioUrl.ts";

type Base = { _id: string; baseUrl: string };
export type SiteAddress = { url: string; environmentId: string | null } | { refused: string };

/**
 * `named`: the environment that the caller chose. Without one, a relative address is resolved against the project's base URL, and an
 * absolute one belongs to the environment with its origin; `environments` are in order of preference.
 */
export function siteAddress(
  url: string,
  project: { baseUrl: string },
  environments: readonly Base[],
  named: Base | null,
): SiteAddress {
  const address = judge(url, project.baseUrl, named);
  if (address.fault === "credentials")
    return { refused: "The address must not contain a user name or password: add them to the environment's access." };
  if (address.fault !== undefined) return { refused: `"${url.slice(0, 200)}" is not an http or https address.` };
  const { origin, href } = address.url;
  const own = named
    ? originOf(named) === origin
      ? named
      : undefined
    : environments.find((one) => originOf(one) === origin);
  if (own) return { url: href, environmentId: own._id };
  if (!named && originOf(project) === origin) return { url: href, environmentId: null };
  const known = [...new Set(named ? [originOf(named)] : [originOf(project), ...environments.map(originOf)])];
  return { refused: `${origin} is not the project's site. Its addresses begin with ${known.join(" or ")}.` };
}

const originOf = ({ baseUrl }: { baseUrl: string }): string => judgeAddress(baseUrl).url?.origin ?? "";

function judge(url: string, projectBase: string, named: Base | null): JudgedAddress {
  const written = judgeAddress(url, named?.baseUrl ?? projectBase);
  // Without an environment, an absolute address is used as it is; with one, it is moved to the environment like a scenario's URL.
  if (written.fault !== undefined || (named === null && isAbsoluteAddress(url))) return written;
  return judgeAddress(resolveScenarioUrl(url, projectBase, named?.baseUrl ?? projectBase));
}
