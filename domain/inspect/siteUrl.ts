// Which address of a project's site is meant, and by which environment it is entered. Addresses of other sites are refused.
import { resolveScenarioUrl } from "../visual/scenarioUrl.ts";

type Base = { _id: string; baseUrl: string };
export type SiteAddress = { url: string; environmentId: string | null } | { refused: string };

/**
 * `named`: the environment that the caller chose. Without one a relative address lies on the project's base address, and an
 * absolute one belongs to the environment of its origin, `environments` in the order of preference.
 */
export function siteAddress(
  url: string,
  project: { baseUrl: string },
  environments: readonly Base[],
  named: Base | null,
): SiteAddress {
  const address = parse(url, project.baseUrl, named);
  if (address === null) return { refused: `"${url.slice(0, 200)}" is no http or https address.` };
  if (address.username !== "" || address.password !== "")
    return { refused: "The address must not hold a user name or password: give them as the environment's access." };
  const { origin } = address;
  const own = named
    ? originOf(named) === origin
      ? named
      : undefined
    : environments.find((one) => originOf(one) === origin);
  if (own) return { url: address.href, environmentId: own._id };
  if (!named && originOf(project) === origin) return { url: address.href, environmentId: null };
  const known = [...new Set(named ? [originOf(named)] : [originOf(project), ...environments.map(originOf)])];
  return { refused: `${origin} is not the project's site. Its addresses begin with ${known.join(" or ")}.` };
}

const isAbsolute = (url: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith("//");
const originOf = ({ baseUrl }: { baseUrl: string }): string => new URL(baseUrl).origin;

function parse(url: string, projectBase: string, named: Base | null): URL | null {
  try {
    // Without an environment an address says by itself where it lies; with one it is moved there as a scenario's is.
    if (named === null && isAbsolute(url)) {
      const absolute = new URL(url, projectBase);
      return /^https?:$/.test(absolute.protocol) ? absolute : null;
    }
    return new URL(resolveScenarioUrl(url, projectBase, named?.baseUrl ?? projectBase));
  } catch {
    return null;
  }
}
