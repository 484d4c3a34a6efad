// Google's measurement protocol, version 1 (Universal Analytics): /collect with v=1, and /batch with one hit per line.
import { addressOf, fieldsOf, MAX_EVENTS, type Provider, type ProviderEvent, parametersOf } from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(
  "v t tid cid _s _u _gid _v jid gjid z sr vp je de ul sd a fl ht qt gtm _r _slc cd1_ aip ds npa".split(" "),
);
const NAMED: Readonly<Record<string, string>> = {
  ec: "event_category",
  ea: "event_action",
  el: "event_label",
  ev: "value",
  cu: "currency",
  dl: "page_location",
  dt: "page_title",
  dr: "page_referrer",
  ti: "transaction_id",
  tr: "value",
  uid: "user_id",
};

export const universalAnalytics: Provider = {
  id: "universal-analytics",
  label: "Universal Analytics",
  matches(request) {
    const url = addressOf(request);
    if (url === null || !/(^|\/)(collect|batch)$/.test(url.pathname) || url.pathname.endsWith("/g/collect"))
      return false;
    const first = new URLSearchParams((request.body ?? "").split(/\r?\n/)[0] ?? "");
    return (
      (url.searchParams.get("v") ?? first.get("v")) === "1" &&
      /^UA-/.test(url.searchParams.get("tid") ?? first.get("tid") ?? "")
    );
  },
  parse(request) {
    if (!addressOf(request)?.pathname.endsWith("/batch")) return [eventOf(fieldsOf(request))];
    const lines = (request.body ?? "").split(/\r?\n/).filter((line) => line !== "");
    return lines.slice(0, MAX_EVENTS).map((line) => eventOf(new URLSearchParams(line)));
  },
};

function eventOf(fields: URLSearchParams): ProviderEvent {
  const type = fields.get("t") ?? "";
  const raw = parametersOf(fields, TECHNICAL);
  const parameters = Object.fromEntries(Object.entries(raw).map(([name, value]) => [NAMED[name] ?? name, value]));
  const name =
    type === "event"
      ? (fields.get("ea") ?? "event")
      : type === "transaction"
        ? "purchase"
        : type === "pageview"
          ? "page_view"
          : type;
  return {
    name,
    account: fields.get("tid") ?? "",
    page: fields.get("dl"),
    parameters,
    typed: false,
    automatic: type === "timing" || type === "item" || type === "exception",
  };
}
