// Requests many addresses politely: each once, two at a time per host, within a time limit.
import { storableUrl } from "../../../domain/pillars/seo/address.ts";
import { readHead } from "../../../domain/pillars/seo/htmlHead.ts";
import { noindexOf } from "../../../domain/pillars/seo/indexing.ts";
import { readLinkHeader } from "../../../domain/pillars/seo/linkHeader.ts";
import type { Probe } from "../../../domain/pillars/seo/site.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import { createLanes } from "../../site/lanes.ts";
import { follow, type Hop, hop, textOf } from "../../site/request.ts";
import type { SiteLimits } from "./limits.ts";

/** `status`: whether it exists (HEAD). `head`: also what its document says about itself (GET). */
export type Want = "status" | "head";

const HEAD_BYTES = 128 * 1024;

/** Requests all addresses of the plan; those there was no time for are `not_checked`. `own` addresses do not wait for other hosts. */
export async function probeAll(
  tools: GatherTools,
  plan: ReadonlyMap<string, Want>,
  isOwn: (url: string) => boolean,
  limits: SiteLimits,
): Promise<Map<string, Probe>> {
  const end = performance.now() + limits.totalMs;
  const lanes = createLanes(limits.perHost, limits.delayMs);
  const answers = new Map<string, Promise<Hop>>();
  const probes = new Map<string, Probe>();
  const ask = (url: string): Promise<Hop> => {
    const known = answers.get(url);
    if (known) return known;
    const answer = lanes(new URL(url).host, () => askOnce(tools, url, plan.get(url) ?? "status", limits.hopMs));
    answers.set(url, answer);
    return answer;
  };
  let done = 0;
  const work = async (queue: string[]): Promise<void> => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const late = performance.now() > end;
      probes.set(url, late ? { state: "not_checked" } : await probe(ask, url, limits.hops));
      done += 1;
      if (done % 10 === 0) tools.note(`asked ${done} of ${plan.size} addresses`);
    }
  };
  const own = [...plan.keys()].filter(isOwn);
  const foreign = [...plan.keys()].filter((url) => !isOwn(url));
  const workers = (number: number, queue: string[]) => Array.from({ length: number }, () => work(queue));
  await Promise.all([
    ...workers(limits.perHost, own),
    ...workers(Math.max(1, limits.atOnce - limits.perHost), foreign),
  ]);
  return probes;
}

async function probe(ask: (url: string) => Promise<Hop>, url: string, mostHops: number): Promise<Probe> {
  const followed = await follow(ask, url, mostHops);
  const redirects = followed.redirects
    .slice(0, 10)
    .map(({ status, from, to }) => ({ status, from: storableUrl(from) ?? "", to: storableUrl(to) ?? "" }));
  const { end } = followed;
  const now = new Date().toISOString();
  if (end.state === "loop" || end.state === "too_many")
    return { state: "endless", loop: end.state === "loop", redirects };
  if (end.state === "failed") return { state: "failed", kind: end.kind, reason: end.reason, redirects };
  const base = { state: "answered", status: end.status, finalUrl: storableUrl(followed.url) ?? "", redirects } as const;
  if (end.body.length === 0 || !/html/i.test(end.contentType))
    return { ...base, noindex: noindexOf([], end.robotsHeaders, now) ? true : null, canonical: null, hreflangs: null };
  const head = readHead(textOf(end.body, end.contentType), followed.url);
  const links = readLinkHeader(end.link ?? "").flatMap(({ href, ...link }) => {
    const address = storableUrl(href, followed.url);
    return address === null ? [] : [{ ...link, url: address }];
  });
  const named = links.filter(({ rel }) => rel.includes("canonical")).map((link) => link.url);
  const versions = links.filter(({ rel, hreflang }) => rel.includes("alternate") && hreflang !== "");
  const canonicals = new Set([...head.canonicals, ...named]);
  return {
    ...base,
    noindex: noindexOf(head.robotMetas, end.robotsHeaders, now) !== undefined,
    canonical: canonicals.size === 1 ? ([...canonicals][0] ?? null) : null,
    hreflangs: [...head.hreflangs, ...versions].map((version) => version.url),
  };
}

export async function askOnce(tools: GatherTools, url: string, want: Want, timeoutMs = 10_000): Promise<Hop> {
  if (want === "head") return hop(tools, url, { maxBytes: HEAD_BYTES, timeoutMs });
  const answer = await hop(tools, url, { method: "HEAD", timeoutMs });
  const refused =
    answer.state === "answered"
      ? answer.status >= 400 && answer.status !== 429
      : answer.kind === "reset" || answer.kind === "protocol";
  // Servers without HEAD support reject it in many ways; a page that is really gone responds the same to GET.
  return refused ? hop(tools, url, { maxBytes: 1_024, timeoutMs }).then(withoutBody) : answer;
}

/** This little of a document says nothing about it. */
const withoutBody = (answer: Hop): Hop => (answer.state === "answered" ? { ...answer, body: Buffer.alloc(0) } : answer);
