// mParticle: /v3/JS/<key>/events with several events, /v1 and /v2/JS/<key>/Events with one event of short field names; on mParticle's hosts
// or
// the site's own. Identity and forwarding requests report nothing themselves.
import {
  addressOf,
  automaticEvent,
  jsonOf,
  listOf,
  objectOf,
  type Plain,
  type Provider,
  type ProviderEvent,
  textOf,
} from "./provider.ts";

/** Matches on any host, because only mParticle uses a path with a key. */
const PATH = /\/v[123]\/JS\/((?:[a-z]{2}\d-)?[0-9a-f]{32}|[\w-]+)\/(events|forwarding)$/i;
const KEY = /^(?:[a-z]{2}\d-)?[0-9a-f]{32}$/i;
/** Message types of the short form: 3 is a page view, 4 a custom event, 16 a commerce event. */
const SITES_OWN: ReadonlySet<unknown> = new Set([3, 4, 16]);
/** Sessions, errors, opt-outs and page states have numbers instead of names. */
const NUMBERED: Readonly<Record<string, string>> = {
  1: "session_start",
  2: "session_end",
  5: "crash_report",
  6: "opt_out",
  10: "application_state_transition",
  14: "profile",
};

export const mparticle: Provider = {
  id: "mparticle",
  label: "mParticle",
  matches(request) {
    const url = addressOf(request);
    const key = PATH.exec(url?.pathname ?? "")?.[1];
    if (url === null || key === undefined) return false;
    return /(?:^|\.)mparticle\.com$/.test(url.hostname) || KEY.test(key);
  },
  parse(request) {
    const [, account = "", kind = ""] = PATH.exec(addressOf(request)?.pathname ?? "") ?? [];
    if (kind.toLowerCase() === "forwarding") return [automaticEvent("forwarding", account)];
    const body = objectOf(jsonOf(request.body));
    if (Array.isArray(body.events)) return listOf(body.events).flatMap((one) => eventOf(objectOf(one), account));
    const type = body.dt ?? body.EventDataType;
    const sent = textOf(body.n ?? body.EventName);
    const name = NUMBERED[sent] ?? NUMBERED[sent === "" ? textOf(type) : ""] ?? sent;
    if (name === "") return [];
    const automatic = !SITES_OWN.has(type) || sent in NUMBERED;
    const page = name === "pageView" ? "page_view" : name;
    return [{ name: page, account, page: null, parameters: parametersIn(body), typed: true, automatic }];
  },
};

const parametersIn = (body: Plain): Plain => {
  const { an: action, pl: products } = objectOf(body.pd);
  return {
    ...objectOf(body.attrs ?? body.EventAttributes),
    ...(action === undefined ? {} : { action }),
    ...(Array.isArray(products) ? { products } : {}),
  };
};

function eventOf(event: Record<string, unknown>, account: string): ProviderEvent[] {
  const type = textOf(event.event_type);
  const data = objectOf(event.data);
  const place = { account, page: null, typed: true, parameters: objectOf(data.custom_attributes) };
  if (type === "custom_event") return [{ ...place, name: textOf(data.event_name) }];
  if (type === "screen_view") return [{ ...place, name: textOf(data.screen_name) || "page_view" }];
  if (type === "commerce_event")
    return [{ ...place, name: textOf(objectOf(data.product_action).action) || "commerce_event" }];
  return type === "" ? [] : [{ ...place, name: type, automatic: true }];
}
