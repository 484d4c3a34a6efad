// Google Analytics 4: /g/collect on Google's hosts and on a site's own.
// Parameters: ep.<name> texts, epn.<name> numbers, pr<n> items; a POST may contain one event per line.
import { addressOf, MAX_EVENTS, type Plain, type Provider, type ProviderEvent } from "./provider.ts";

/** Events that gtag.js and enhanced measurement send automatically. */
const AUTOMATIC: ReadonlySet<string> = new Set([
  "session_start",
  "first_visit",
  "user_engagement",
  "scroll",
  "click",
  "form_start",
  "form_submit",
  "file_download",
  "video_start",
  "video_progress",
  "video_complete",
  "view_search_results",
]);
const NAMED: Readonly<Record<string, string>> = {
  cu: "currency",
  dl: "page_location",
  dt: "page_title",
  dr: "page_referrer",
  uid: "user_id",
};
const ITEM: Readonly<Record<string, string>> = {
  id: "item_id",
  nm: "item_name",
  br: "item_brand",
  ca: "item_category",
  va: "item_variant",
  lp: "index",
  li: "item_list_id",
  ln: "item_list_name",
  cp: "coupon",
  c2: "item_category2",
  c3: "item_category3",
  c4: "item_category4",
  c5: "item_category5",
  lo: "location_id",
  af: "affiliation",
  pi: "promotion_id",
  pn: "promotion_name",
  cn: "creative_name",
  cs: "creative_slot",
};
const ITEM_NUMBER: Readonly<Record<string, string>> = {
  pr: "price",
  qt: "quantity",
  ds: "discount",
  lp: "index",
};

export const ga4: Provider = {
  id: "ga4",
  label: "Google Analytics 4",
  matches(request) {
    const url = addressOf(request);
    if (!url?.pathname.endsWith("/g/collect")) return false;
    return url.searchParams.get("v") === "2" || url.searchParams.has("tid");
  },
  parse(request) {
    const shared = addressOf(request)?.searchParams ?? new URLSearchParams();
    const lines = (request.body ?? "").split(/\r?\n/).filter((line) => line.includes("="));
    const sets = lines.length === 0 ? [shared] : lines.slice(0, MAX_EVENTS).map((line) => merged(shared, line));
    return sets.flatMap((fields) => (fields.has("en") ? [eventOf(fields)] : []));
  },
};

function merged(shared: URLSearchParams, line: string): URLSearchParams {
  const all = new URLSearchParams(shared);
  for (const [name, value] of new URLSearchParams(line)) all.set(name, value);
  return all;
}

function eventOf(fields: URLSearchParams): ProviderEvent {
  const parameters: Plain = {};
  const user: Plain = {};
  const items: Plain[] = [];
  for (const [name, value] of fields) {
    if (name.startsWith("ep.")) parameters[name.slice(3)] = value;
    else if (name.startsWith("epn.")) parameters[name.slice(4)] = Number.isNaN(Number(value)) ? value : Number(value);
    else if (name.startsWith("up.")) user[name.slice(3)] = value;
    else if (name.startsWith("upn.")) user[name.slice(4)] = Number.isNaN(Number(value)) ? value : Number(value);
    else if (Object.hasOwn(NAMED, name)) parameters[NAMED[name] as string] = value;
    else if (/^pr\d{1,3}$/.test(name)) items.push(itemOf(value));
  }
  if (items.length > 0) parameters.items = items;
  if (Object.keys(user).length > 0) parameters.user_properties = user;
  const name = fields.get("en") ?? "";
  return {
    name,
    account: fields.get("tid") ?? "",
    page: fields.get("dl"),
    parameters,
    // gtag.js sends true as the text "true".
    typed: "numbers",
    automatic: AUTOMATIC.has(name),
    // gcs=G1<ads><analytics>.
    consentDenied: /^G1\d0$/.test(fields.get("gcs") ?? ""),
  };
}

/** Parses an item: `idvase~nmVase~pr42~qt1` are two letters and the value each; `k0size~v0large` is a custom item parameter. */
function itemOf(text: string): Plain {
  const item: Plain = {};
  const parts = text.split("~").slice(0, 80);
  for (const part of parts) {
    const [, at, own] = /^k(\d)(.{1,100})$/.exec(part) ?? [];
    if (own !== undefined) {
      const value = parts.find((one) => one.startsWith(`v${at}`))?.slice(2);
      if (value !== undefined) item[own] = value;
      continue;
    }
    const key = part.slice(0, 2);
    const value = part.slice(2);
    const number = ITEM_NUMBER[key];
    if (number !== undefined) item[number] = Number.isNaN(Number(value)) ? value : Number(value);
    else if (ITEM[key] !== undefined) item[ITEM[key]] = value;
  }
  return item;
}
