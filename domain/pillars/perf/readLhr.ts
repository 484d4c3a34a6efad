// Reads a Lighthouse result. Much of it comes from the audited page, so all values are validated and limited in size.
import { type Fields, fieldsOf, listOf, numberOf } from "../../fields.ts";
import { type AuditFacts, type Item, type RunFacts, UNCOMPRESSED } from "./facts.ts";
import { METRICS, type Metric } from "./measurements.ts";
import { shownAddress } from "./redact.ts";

const MAX_ITEMS = 10;
const MAX_ROWS = 5_000;
const MAX_TEXT = 300;
/** Size of a packet. Smaller texts gain nothing from compression. */
const SMALL_TEXT_BYTES = 1_400;

/** Names of the metrics in Lighthouse's `metrics` audit. */
const NAME_OF: Record<Metric, string> = {
  lcp: "largestContentfulPaint",
  fcp: "firstContentfulPaint",
  cls: "cumulativeLayoutShift",
  tbt: "totalBlockingTime",
  si: "speedIndex",
  ttfb: "timeToFirstByte",
};

/** Audits that our checks read. */
const KEPT = [
  "render-blocking-insight",
  "document-latency-insight",
  "cache-insight",
  "image-delivery-insight",
  "unused-javascript",
  "unused-css-rules",
  "unminified-javascript",
  "unminified-css",
  "legacy-javascript-insight",
  "duplicated-javascript-insight",
  "redirects",
  "dom-size-insight",
  "long-tasks",
  "third-parties-insight",
  "font-display-insight",
  "total-byte-weight",
  "unsized-images",
  "lcp-discovery-insight",
  "bootup-time",
  "modern-http-insight",
  "layout-shifts",
] as const;

export type LhrError = { code: string; message: string };
export type Read =
  | { ok: true; run: RunFacts; finalUrl: string; version: string }
  | { ok: false; error: LhrError; finalUrl: string };

/** Reads a parsed result. `ok` is false if Lighthouse reports that the run failed, or if the value is not a usable result. */
export function readLhr(lhr: unknown): Read {
  const root = fieldsOf(lhr);
  const finalUrl = text(root.mainDocumentUrl) || text(root.finalDisplayedUrl) || text(root.requestedUrl);
  const error = errorOf(root);
  if (error !== undefined) return { ok: false, error, finalUrl };
  const audits = fieldsOf(root.audits);
  const measured = fieldsOf(listOf(fieldsOf(fieldsOf(audits.metrics).details).items)[0]);
  const metrics = Object.fromEntries(
    METRICS.map((metric) => [metric, numberOf(measured[NAME_OF[metric]])]),
  ) as RunFacts["metrics"];
  if (metrics.fcp === null && metrics.lcp === null)
    return { ok: false, error: { code: "NO_METRICS", message: "The result holds no metrics." }, finalUrl };
  const requests = readRequests(audits, finalUrl);
  const kept = KEPT.map((id) => [id, readAudit(fieldsOf(audits[id]), requests)] as const);
  const score = numberOf(fieldsOf(fieldsOf(root.categories).performance).score);
  return {
    ok: true,
    finalUrl,
    version: text(root.lighthouseVersion).slice(0, 20),
    run: {
      metrics,
      score: score === null ? null : Math.round(score * 100),
      benchmarkIndex: numberOf(fieldsOf(root.environment).benchmarkIndex),
      warnings: listOf(root.runWarnings).map(text).filter(Boolean).slice(0, 10),
      audits: { ...Object.fromEntries(kept), [UNCOMPRESSED]: uncompressed(requests) },
    },
  };
}

/** Returns only the score of a category, 0 to 100; null if there is none. */
export function readCategory(lhr: unknown, category: string): { score: number | null; error?: LhrError } {
  const root = fieldsOf(lhr);
  const error = errorOf(root);
  if (error !== undefined) return { score: null, error };
  const score = numberOf(fieldsOf(fieldsOf(root.categories)[category]).score);
  return { score: score === null ? null : Math.round(score * 100) };
}

/** Returns Lighthouse's error if it reports that the run failed. */
function errorOf(root: Fields): LhrError | undefined {
  const { code, message } = fieldsOf(root.runtimeError);
  if (text(code) === "" || code === "NO_ERROR") return undefined;
  return { code: text(code), message: text(message) };
}

type Requests = { own: (url: string) => boolean; observed: Map<string, number>; rows: Fields[] };

function readRequests(audits: Fields, finalUrl: string): Requests {
  const rows = listOf(fieldsOf(fieldsOf(audits["network-requests"]).details).items)
    .slice(0, MAX_ROWS)
    .map(fieldsOf);
  const site = URL.parse(finalUrl);
  const observed = new Map<string, number>();
  for (const row of rows) {
    const [from, to] = [numberOf(row.networkRequestTime), numberOf(row.networkEndTime)];
    if (typeof row.url === "string" && from !== null && to !== null) observed.set(row.url, Math.round(to - from));
  }
  return {
    rows,
    observed,
    own: (url) => site !== null && sameSite(URL.parse(url)?.hostname ?? "", site.hostname),
  };
}

/** Whether two hosts are equal or one is a subdomain of the other: `cdn.example.com` serves `example.com` and `www.example.com`. */
function sameSite(a: string, b: string): boolean {
  const [x, y] = [a.replace(/^www\./, ""), b.replace(/^www\./, "")];
  return x !== "" && (x === y || x.endsWith(`.${y}`) || y.endsWith(`.${x}`));
}

function readAudit(audit: Fields, requests: Requests): AuditFacts {
  const details = fieldsOf(audit.details);
  const rows = rowsOf(details).slice(0, MAX_ROWS);
  const items = rows.map((row) => readItem(row, requests));
  const savings = Object.entries(fieldsOf(audit.metricSavings)).flatMap(([name, value]) => {
    const ms = numberOf(value);
    return ms === null ? [] : [[name.slice(0, 10), ms] as const];
  });
  return {
    score: numberOf(audit.score),
    mode: text(audit.scoreDisplayMode),
    value: numberOf(audit.numericValue),
    savings: Object.fromEntries(savings.slice(0, 10)),
    ...summed(items),
    flags: flagsOf(details),
  };
}

/** Returns the rows of a table, which are in the details themselves or one level deeper in a list. */
function rowsOf(details: Fields): Fields[] {
  const items = listOf(details.items).map(fieldsOf);
  if (details.type !== "list") return items;
  return items.flatMap((item) =>
    item.type === "table" ? listOf(item.items).map(fieldsOf) : item.type === "node" ? [{ node: item }] : [],
  );
}

function readItem(row: Fields, requests: Requests): Item {
  const node = fieldsOf(row.node);
  const url = typeof row.url === "string" ? row.url : "";
  return {
    url: /^https?:/.test(url) ? shownAddress(url) : "",
    label: text(row.entity),
    selector: text(node.selector),
    bytes: numberOf(row.totalBytes) ?? numberOf(row.transferSize) ?? 0,
    wastedBytes: numberOf(row.wastedBytes) ?? 0,
    wastedMs: numberOf(row.wastedMs) ?? 0,
    ms: numberOf(row.duration) ?? numberOf(row.mainThreadTime) ?? numberOf(row.scripting) ?? 0,
    observedMs: requests.observed.get(url) ?? 0,
    own: requests.own(url),
  };
}

function summed(items: readonly Item[]): Pick<AuditFacts, "items" | "count" | "sum"> {
  const sum = { bytes: 0, wastedBytes: 0, wastedMs: 0, ms: 0 };
  for (const item of items)
    for (const key of ["bytes", "wastedBytes", "wastedMs", "ms"] as const) sum[key] += item[key];
  return { items: items.slice(0, MAX_ITEMS), count: items.length, sum };
}

function flagsOf(details: Fields): Record<string, boolean> {
  const lists = [details, ...listOf(details.items).map(fieldsOf)].filter(({ type }) => type === "checklist");
  const flags = lists.flatMap(({ items }) => Object.entries(fieldsOf(items)));
  return Object.fromEntries(
    flags.slice(0, 20).map(([name, value]) => [name.slice(0, 40), fieldsOf(value).value === true]),
  );
}

const TEXT_TYPE = /^(?:text\/|application\/(?:javascript|json|manifest\+json|xml|xhtml\+xml|ld\+json)|image\/svg\+xml)/;

function uncompressed(requests: Requests): AuditFacts {
  const plain = requests.rows.filter((row) => {
    const [transfer, resource] = [numberOf(row.transferSize) ?? 0, numberOf(row.resourceSize) ?? 0];
    // The transfer size includes the headers, but compressed text is still smaller in nearly every case.
    return (
      TEXT_TYPE.test(text(row.mimeType)) &&
      /^https?:/.test(text(row.url)) &&
      numberOf(row.statusCode) === 200 &&
      resource > SMALL_TEXT_BYTES &&
      transfer >= resource
    );
  });
  const items = plain.map((row): Item => {
    const url = text(row.url);
    const bytes = numberOf(row.resourceSize) ?? 0;
    const none = { label: "", selector: "", wastedBytes: 0, wastedMs: 0, ms: 0, observedMs: 0 };
    return { ...none, url: shownAddress(url), bytes, own: requests.own(url) };
  });
  return {
    score: null,
    mode: "informative",
    value: null,
    savings: {},
    ...summed(items.filter(({ own }) => own)),
    flags: {},
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value.slice(0, MAX_TEXT) : "";
}
