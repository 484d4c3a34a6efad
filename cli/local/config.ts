// Builds the configuration for the service of a single command, from plumbline.yml or from a URL alone.
import { variablesOf } from "../../domain/projectFile/accessFrom.ts";
import { wrongUse } from "../client/exit.ts";
import type { Config, View } from "../projectFile/types.ts";

export type Local = {
  config: Config;
  project: string;
  environment: string;
  /** URL of the site under test. */
  address: string;
  /** URL in the file, if it is a different one. */
  instead: string | null;
};

type Environment = { slug?: string; baseUrl?: string };

/**
 * Tests the named environment, otherwise the reference environment, otherwise the first one; `url` replaces its URL. Results are compared
 * with the baselines of that environment. Throws ClientError (2) if no URL is known.
 */
export function localConfig(
  file: Config | null,
  { url, environment, slug }: { url: string | undefined; environment: string | null; slug: string },
): Local {
  const config: Config = file ?? {
    version: 1,
    project: { slug },
    scenarios: [{ label: "Home", url: "/" }],
  };
  // The service of a single command visits no other hosts.
  const { previewHosts: _, ...project } = (config.project ?? {}) as View & {
    slug?: string;
    baseUrl?: string;
    referenceEnvironment?: string;
  };
  const all = Array.isArray(config.environments) ? (config.environments as Environment[]) : [];
  const wanted = environment ?? project.referenceEnvironment;
  const named = wanted === undefined ? undefined : all.find((one) => one?.slug === wanted);
  if (environment !== null && all.length > 0 && !named)
    throw wrongUse(`The file has no environment "${environment}", only ${all.map((one) => one?.slug).join(", ")}.`);
  const found = named ?? all[0];
  const address = url ?? found?.baseUrl ?? project.baseUrl;
  if (typeof address !== "string" || !URL.canParse(address))
    throw wrongUse("Pass the site's address: --url http://localhost:4173, or an environment of plumbline.yml.");
  const tested = { ...(found ?? { slug: environment ?? "local" }), baseUrl: address };
  const environments = found ? all.map((one) => (one === found ? tested : one)) : [tested];
  const chosen = String(tested.slug);
  const whole: Config = { ...config, environments, ...(file && { schedules: paused(config.schedules) }) };
  Object.assign(whole, { project: { ...project, referenceEnvironment: chosen }, ...unprotected(config) });
  return {
    config: whole,
    project: project.slug ?? slug,
    environment: chosen,
    address,
    instead: found?.baseUrl !== undefined && !sameAddress(found.baseUrl, address) ? found.baseUrl : null,
  };
}

/**
 * Leaves out what needs variables that are not set but is not tested: channels, and the access of other environments. A job of a fork has
 * no secrets. `channelOrder`: the positions that the remaining channels had.
 */
export function withoutUnset(
  config: Config,
  tested: string,
  missing: readonly string[],
): { config: Config; channelOrder: number[] } {
  const isUnset = (part: unknown): boolean => variablesOf(part).some((name) => missing.includes(name));
  const channels = Array.isArray(config.notifications) ? [...config.notifications.entries()] : [];
  const kept = channels.filter(([, one]) => !isUnset(one));
  const environments = ((config.environments ?? []) as (Environment & { access?: unknown })[]).map((one) => {
    if (one.slug === tested || !isUnset(one.access)) return one;
    const { access: _, ...others } = one;
    return others;
  });
  const notifications = kept.map(([, one]) => one);
  return {
    config: { ...config, environments, ...(Array.isArray(config.notifications) && { notifications }) },
    channelOrder: kept.map(([at]) => at),
  };
}

/** Removes the branch protection: nobody signs in to the service of a single command, and whoever runs it is the person who decides. */
function unprotected({ settings }: Config): { settings?: View } {
  const { visual, ...others } = (settings ?? {}) as { visual?: { protectMain?: boolean } };
  if (visual?.protectMain === undefined) return {};
  const { protectMain: _, ...kept } = visual;
  return { settings: { ...others, visual: kept } };
}

/** No schedule is due while a command runs, and none is made up for that was due before it. */
const paused = (schedules: unknown): View[] =>
  Array.isArray(schedules) ? schedules.map((one: View) => ({ ...one, enabled: false })) : [];

/** Returns host and port in the format of SVC_ALLOWED_HOSTS. */
export function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
}

const sameAddress = (a: string, b: string): boolean =>
  URL.canParse(a) && new URL(a).href.replace(/\/+$/, "") === new URL(b).href.replace(/\/+$/, "");
