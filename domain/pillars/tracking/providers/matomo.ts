// Matomo: matomo.php or piwik.php with idsite and rec=1; bulk requests as JSON with one query per hit.
import {
  addressOf,
  fieldsOf,
  jsonOf,
  listOf,
  objectOf,
  type Provider,
  type ProviderEvent,
  parametersOf,
} from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(
  "idsite rec r h m s rand apiv _id _idn _idts _idvc _viewts _refts _ref send_image cookie pdf qt realp wma fla java gears ag res pv_id uadata _cvar ping bw_bytes pf_net pf_srv pf_tfr pf_dm1 pf_dm2 pf_onl ca gt_ms token_auth cip cid ua lang".split(
    " ",
  ),
);
const NAMED: Readonly<Record<string, string>> = {
  url: "page_location",
  action_name: "page_title",
  urlref: "page_referrer",
  e_c: "event_category",
  e_a: "event_action",
  e_n: "event_name",
  e_v: "value",
  ec_id: "transaction_id",
  revenue: "value",
  search: "search_term",
  search_count: "results",
  uid: "user_id",
  c_n: "content_name",
  c_p: "content_piece",
  c_t: "content_target",
  c_i: "content_interaction",
  ma_ti: "media_title",
  ma_re: "media_resource",
  ma_mt: "media_type",
  ma_pn: "media_player",
  ma_st: "media_seconds",
  ma_ps: "media_position",
  ma_le: "media_length",
};

export const matomo: Provider = {
  id: "matomo",
  label: "Matomo",
  matches(request) {
    const url = addressOf(request);
    return (
      url !== null &&
      /\/(?:matomo|piwik)\.php$/.test(url.pathname) &&
      (/idsite=/.test(url.search) || /idsite=/.test(request.body ?? ""))
    );
  },
  parse: (request) => matomoEvents(request),
};

/** Parses Matomo events, also for Piwik PRO, which uses the same protocol. */
export function matomoEvents(request: Parameters<Provider["parse"]>[0]): ProviderEvent[] {
  const requests = listOf(objectOf(jsonOf(request.body)).requests);
  if (requests.length === 0) return eventOf(fieldsOf(request));
  return requests.flatMap((one) =>
    typeof one === "string" ? eventOf(new URLSearchParams(one.replace(/^\?/, ""))) : [],
  );
}

function eventOf(fields: URLSearchParams): ProviderEvent[] {
  if (fields.get("ping") === "1") return [];
  const raw = parametersOf(fields, TECHNICAL);
  // The items of an order are JSON: sku, name, category, price, quantity.
  const items = jsonOf(fields.get("ec_items"));
  const parameters: Record<string, unknown> = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [NAMED[name] ?? name, value]),
  );
  if (Array.isArray(items)) {
    delete parameters.ec_items;
    parameters.items = items.slice(0, 100).map((item) => {
      const [item_id, item_name, item_category, price, quantity] = Array.isArray(item) ? item : [];
      return { item_id, item_name, item_category, price, quantity };
    });
  }
  return [
    {
      name: nameOf(fields),
      account: fields.get("idsite") ?? "",
      page: fields.get("url"),
      parameters,
      typed: false,
      // Media players and views of content blocks report automatically and repeatedly; a click on a content block is an action of the
      // visitor.
      automatic: !fields.has("e_a") && (fields.has("ma_id") || (fields.has("c_n") && !fields.has("c_i"))),
    },
  ];
}

function nameOf(fields: URLSearchParams): string {
  const goal = fields.get("idgoal");
  if (fields.has("e_a")) return fields.get("e_a") ?? "";
  if (goal === "0") return fields.has("ec_id") ? "purchase" : "cart_update";
  if (goal !== null) return `goal_${goal}`;
  if (fields.has("search")) return "search";
  if (fields.has("ma_id")) return Number(fields.get("ma_st") ?? 0) > 0 ? "media_progress" : "media_impression";
  if (fields.has("c_n")) return fields.has("c_i") ? "content_interaction" : "content_impression";
  if (fields.has("download")) return "download";
  return fields.has("link") ? "outlink" : "page_view";
}
