// The robots.txt of a job: read once at its start, stored in the artifact store, parsed in each activity.
import type { CrawlRobots } from "../../domain/crawl/crawl.ts";
import { readRobotsFile } from "../../domain/robots/robots.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { ROBOT } from "../site/request.ts";

/** Returns whether an address may be requested. Both spellings of the site's host use the same file. */
export async function robotsRules(
  deps: Pick<CommonDeps, "artifacts">,
  robots: CrawlRobots,
): Promise<(url: string) => boolean> {
  if (robots.textId === null) return () => true;
  const text = Buffer.from(await deps.artifacts.get(robots.textId)).toString("utf8");
  const rules = readRobotsFile(robots.address, text, ROBOT);
  const { origin } = new URL(robots.address);
  return (url) => {
    const { pathname, search } = new URL(url);
    return rules.judge(origin + pathname + search)?.allowed ?? true;
  };
}
