// Adobe Analytics (/b/ss/<report suite>/) and the Experience Platform's edge (/ee/…/interact, JSON with XDM).
import {
  addressOf,
  automaticEvent,
  fieldsOf,
  isObject,
  jsonOf,
  listOf,
  objectOf,
  type Plain,
  type Provider,
  type ProviderEvent,
  parametersOf,
  textOf,
} from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(
  "AQB AQE ndh pf t D s c j v k bw bh ce cdp vmt vmf ns vvp vid mid aid aamlh aamb mcorgid pe pev1 pev2 pccr".split(
    " ",
  ),
);
const NAMED: Readonly<Record<string, string>> = {
  g: "page_location",
  r: "page_referrer",
  cc: "currency",
  purchaseID: "transaction_id",
};
/** Names of links without their own name, by type. */
const LINKS: Readonly<Record<string, string>> = { lnk_o: "link", lnk_e: "exit_link", lnk_d: "download_link" };
/** Milestones of the older media module. */
const MEDIA: Readonly<Record<string, string>> = {
  m_s: "media_start",
  m_i: "media_progress",
  m_e: "media_end",
  m_o: "media_open",
  ms_s: "media_start",
  mst: "media_start",
};
/** Host of the media library's heartbeats. */
const HEARTBEAT = /\.hb(?:-api)?\.omtrdc\.net$/;
const EDGE = /\/ee\/(?:[\w-]{1,20}\/)?v1\/(?:interact|collect)$/;

export const adobe: Provider = {
  id: "adobe",
  label: "Adobe Analytics",
  matches(request) {
    const url = addressOf(request);
    return (
      url !== null &&
      (/\/b\/ss\/[^/]+\//.test(url.pathname) ||
        HEARTBEAT.test(url.hostname) ||
        (EDGE.test(url.pathname) && request.method === "POST"))
    );
  },
  parse(request) {
    const url = addressOf(request);
    if (url === null) return [];
    if (HEARTBEAT.test(url.hostname)) {
      const type = fieldsOf(request).get("s:event:type") ?? "";
      return type === "" ? [] : [automaticEvent(`media_${type}`, fieldsOf(request).get("s:sc:rsid") ?? "")];
    }
    return EDGE.test(url.pathname) ? edgeEvents(request.body, url) : imageEvents(fieldsOf(request), url);
  },
};

/** Returns the hit and each of its success events under its own name. */
function imageEvents(fields: URLSearchParams, url: URL): ProviderEvent[] {
  const raw = parametersOf(fields, TECHNICAL);
  const parameters = Object.fromEntries(Object.entries(raw).map(([name, value]) => [NAMED[name] ?? name, value]));
  const account = /\/b\/ss\/([^/]+)/.exec(url.pathname)?.[1] ?? "";
  const base = { account, page: fields.get("g"), parameters, typed: false };
  const kind = fields.get("pe") ?? "";
  const link = Object.hasOwn(LINKS, kind) ? fields.get("pev2") || LINKS[kind] || "link" : (MEDIA[kind] ?? "page_view");
  const successes = (fields.get("events") ?? "").split(",").map((event) => event.split(/[:=]/)[0]?.trim() ?? "");
  return [
    { ...base, name: link },
    ...successes
      .filter((name) => name !== "")
      .slice(0, 50)
      .map((name) => ({ ...base, name, secondary: true })),
  ];
}

function edgeEvents(body: string | null, url: URL): ProviderEvent[] {
  return listOf(objectOf(jsonOf(body)).events).flatMap((event): ProviderEvent[] => {
    if (!isObject(event)) return [];
    const xdm = objectOf(event.xdm);
    const name = textOf(xdm.eventType);
    const page = textOf(objectOf(objectOf(xdm.web).webPageDetails).URL);
    const { identityMap: _, device: __, environment: ___, implementationDetails: ____, ...kept } = xdm;
    const parameters: Plain = { ...objectOf(event.data), ...kept };
    return [
      {
        name: name || "event",
        account: url.searchParams.get("configId") ?? url.searchParams.get("dataStreamId") ?? "",
        page: page || null,
        parameters,
        typed: true,
        automatic: name === "" || name.startsWith("decisioning."),
      },
    ];
  });
}
