// Snowplow: JSON to /com.snowplowanalytics.snowplow/tp2, or one event in the URL of /i.
import {
  addressOf,
  base64Json,
  jsonOf,
  listOf,
  objectOf,
  type Plain,
  type Provider,
  type ProviderEvent,
  textOf,
} from "./provider.ts";

const SCHEMA_NAME = /^iglu:[\w.-]{1,200}\/([\w.-]{1,200})\//;

export const snowplow: Provider = {
  id: "snowplow",
  label: "Snowplow",
  matches(request) {
    const url = addressOf(request);
    if (url === null) return false;
    if (/\/com\.snowplowanalytics\.snowplow\/tp2$/.test(url.pathname)) return true;
    const fields = url.searchParams;
    return url.pathname.endsWith("/i") && fields.has("e") && fields.has("p") && (fields.has("tv") || fields.has("aid"));
  },
  parse(request) {
    const url = addressOf(request);
    if (url?.pathname.endsWith("/i")) return eventOf(Object.fromEntries(url.searchParams));
    return listOf(objectOf(jsonOf(request.body)).data).flatMap((one) => eventOf(objectOf(one)));
  },
};

function eventOf(fields: Plain): ProviderEvent[] {
  const base = { account: textOf(fields.aid), page: textOf(fields.url) || null, typed: false };
  const page = { page_location: fields.url, page_title: fields.page, page_referrer: fields.refr };
  switch (textOf(fields.e)) {
    case "pv":
      return [{ ...base, name: "page_view", parameters: page }];
    case "pp":
      return [{ ...base, name: "page_ping", parameters: {}, automatic: true }];
    case "se":
      return [
        {
          ...base,
          name: textOf(fields.se_ac),
          parameters: {
            event_category: fields.se_ca,
            event_label: fields.se_la,
            property: fields.se_pr,
            value: fields.se_va,
          },
        },
      ];
    case "ue": {
      const outer = objectOf(
        fields.ue_px === undefined ? jsonOf(textOf(fields.ue_pr)) : base64Json(textOf(fields.ue_px)),
      );
      const inner = objectOf(outer.data);
      const schema = textOf(inner.schema);
      const name = SCHEMA_NAME.exec(schema)?.[1] ?? "event";
      // Link clicks, forms and timings come from the tracker's own plug-ins.
      const automatic = schema.startsWith("iglu:com.snowplowanalytics.");
      return [{ ...base, name, parameters: objectOf(inner.data), typed: true, automatic }];
    }
    case "tr":
      return [
        {
          ...base,
          name: "purchase",
          parameters: { transaction_id: fields.tr_id, value: fields.tr_tt, currency: fields.tr_cu },
        },
      ];
    default:
      return [];
  }
}
