// Piano Analytics: <collector>/event?s=<site> with JSON events, on Piano's hosts or the site's own; its predecessor AT Internet:
// <collector>/hit.xiti?s=<site> with everything in the URL.
import {
  addressOf,
  fieldsOf,
  goesTo,
  isObject,
  jsonOf,
  listOf,
  objectOf,
  type Provider,
  type ProviderEvent,
  parametersOf,
  type TrackingRequest,
  textOf,
  without,
} from "./provider.ts";

const HOSTS = ["pa-cd.com", "ati-host.net", "xiti.com", "aticdn.net"];
/** Properties that its script adds about device, page and visit. */
const TECHNICAL = /^(?:device_|browser_|event_collection_|visitor_|date_|hour_|cookie_|app_|os_)/;
/** Technical parameters of AT Internet: protocol, library, screen, language, visitor. */
const OLD_TECHNICAL: ReadonlySet<string> = new Set(
  "s idclient col vtag ptag r re ref lng ts from hl jv olt vc vm idp cn rn medium p".split(" "),
);

export const piano: Provider = {
  id: "piano",
  label: "Piano Analytics",
  matches: (request) => goesTo(request, HOSTS, /\/event\/?$/) || isOldHit(request) || isOwnHost(request),
  parse(request) {
    if (isOldHit(request)) return [oldHit(request)];
    const account = fieldsOf(request).get("s") ?? "";
    return eventsOf(request).flatMap((one) => {
      const event = objectOf(one);
      const data = objectOf(event.data);
      const name = textOf(event.name);
      const page = textOf(data.event_url_full) || null;
      const parameters = without(data, (field) => TECHNICAL.test(field) || field === "event_url_full");
      return name === "" ? [] : [{ name, account, page, parameters, typed: true }];
    });
  },
};

const eventsOf = (request: TrackingRequest): unknown[] => listOf(objectOf(jsonOf(request.body)).events);

/** Whether it is a collector on a site's own host and path, recognized by site number, visitor and the shape of the events. */
function isOwnHost(request: TrackingRequest): boolean {
  const query = addressOf(request)?.searchParams;
  if (!query || !/^\d{4,8}$/.test(query.get("s") ?? "") || !query.has("idclient")) return false;
  return eventsOf(request).some((one) => isObject(one) && typeof one.name === "string" && isObject(one.data));
}

const isOldHit = (request: TrackingRequest): boolean =>
  /\/hit\.xiti$/.test(addressOf(request)?.pathname ?? "") && /^\d{3,8}$/.test(fieldsOf(request).get("s") ?? "");

/** Clicks name their element in `p`, pages their chapters. */
function oldHit(request: TrackingRequest): ProviderEvent {
  const fields = fieldsOf(request);
  const click = fields.get("click") ?? "";
  const type = fields.get("type") ?? "";
  return {
    name: click !== "" ? `click.${CLICKS[click] ?? "action"}` : type !== "" ? type : "page.display",
    account: fields.get("s") ?? "",
    page: null,
    parameters: { ...(fields.has("p") ? { page: fields.get("p") } : {}), ...parametersOf(fields, OLD_TECHNICAL) },
    typed: false,
  };
}
const CLICKS: Readonly<Record<string, string>> = { A: "action", N: "navigation", S: "exit", T: "download" };
