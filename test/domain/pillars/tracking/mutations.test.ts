// Five seeded mutations of what a page sends, for every provider: each is detected, and the correct page has no findings.
import { expect } from "chai";
import type { PlanAttribute, TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";
import type { TrackingRequest } from "../../../../domain/pillars/tracking/providers/provider.ts";
import { PROVIDERS, readBeacon } from "../../../../domain/pillars/tracking/providers/table.ts";
import { beaconsOf, dataOf, judgePage, pass, planEvent, planOfEvents, said } from "./fixtures.ts";

/** An event as the page intends it: a value, possibly of the wrong type, and an additional attribute. */
type Meant = { name: string; value: number | string; extra?: [name: string, value: string] };
type Case = {
  provider: string;
  /** The provider's names of two consecutive events, and of a third that is not planned. */
  names: [first: string, second: string, unplanned: string];
  /** The attribute that contains the value. */
  attribute?: string;
  /** The attribute that must not be sent; "note" unless the provider allows no custom names. */
  forbidden?: string;
  /** Returns the provider's requests for these events, in order. */
  send(events: Meant[]): TrackingRequest[];
};

const get = (url: string): TrackingRequest => ({ url, method: "GET", headers: {}, body: null });
const post = (url: string, body: unknown): TrackingRequest => ({
  url,
  method: "POST",
  headers: { "content-type": "text/plain;charset=UTF-8" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const query = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
const plain = ({ value, extra }: Meant): Record<string, unknown> => ({
  value,
  ...(extra ? { [extra[0]]: extra[1] } : {}),
});
const ga4Fields = ({ name, value, extra }: Meant) => ({
  en: name,
  ...(typeof value === "number" ? { "epn.value": value } : { "ep.value": value }),
  ...(extra ? { [`ep.${extra[0]}`]: extra[1] } : {}),
});

const CASES: Case[] = [
  {
    provider: "ga4",
    names: ["view_item", "add_to_cart", "promo_debug"],
    send: (events) =>
      events.map((one) => get(`https://region1.google-analytics.com/g/collect?v=2&tid=G-1&${query(ga4Fields(one))}`)),
  },
  {
    provider: "ga4",
    names: ["view_item", "add_to_cart", "promo_debug"],
    // All of them in one POST to one of the site's own hosts.
    send: (events) => [
      post(
        "https://data.shop.example/metrics/g/collect?v=2&tid=G-1",
        events.map((one) => query(ga4Fields(one))).join("\r\n"),
      ),
    ],
  },
  {
    provider: "universal-analytics",
    names: ["view_item", "add_to_cart", "promo_debug"],
    send: (events) =>
      events.map(({ name, value, extra }) =>
        get(
          `https://www.google-analytics.com/j/collect?${query({ v: 1, t: "event", tid: "UA-1-1", ec: "shop", ea: name, ev: value, ...(extra ? { [extra[0]]: extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "adobe",
    names: ["product seen", "basket", "promo_debug"],
    attribute: "v11",
    send: (events) =>
      events.map(({ name, value, extra }) =>
        get(
          `https://metrics.shop.example/b/ss/shopprod/1/JS-2.22.0/s123?${query({ AQB: 1, g: "https://shop.example/product", pe: "lnk_o", pev2: name, v11: value, ...(extra ? { [extra[0]]: extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "adobe",
    names: ["commerce.productViews", "commerce.productListAdds", "promo.debug"],
    send: (events) => [
      post("https://edge.adobedc.net/ee/irl1/v1/interact?configId=stream-1", {
        events: events.map((one) => ({
          xdm: { eventType: one.name, web: { webPageDetails: { URL: "https://shop.example/product" } } },
          data: plain(one),
        })),
      }),
    ],
  },
  {
    provider: "segment",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) =>
      events.map((one) =>
        post("https://api.segment.io/v1/t", {
          type: "track",
          event: one.name,
          properties: plain(one),
          writeKey: "wk",
          messageId: "m",
        }),
      ),
  },
  {
    provider: "segment",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) => [
      post("https://cdn.shop.example/v1/batch", {
        writeKey: "wk",
        sentAt: "2030-01-01T00:00:00Z",
        batch: events.map((one) => ({ type: "track", event: one.name, properties: plain(one) })),
      }),
    ],
  },
  {
    provider: "matomo",
    names: ["view", "add", "debug"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://stats.shop.example/matomo.php?${query({ idsite: 1, rec: 1, e_c: "shop", e_a: one.name, e_v: one.value, ...(one.extra ? { [one.extra[0]]: one.extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "matomo",
    names: ["view", "add", "debug"],
    send: (events) => [
      post("https://stats.shop.example/piwik.php", {
        requests: events.map(
          (one) =>
            `?${query({ idsite: 1, rec: 1, e_c: "shop", e_a: one.name, e_v: one.value, ...(one.extra ? { [one.extra[0]]: one.extra[1] } : {}) })}`,
        ),
      }),
    ],
  },
  {
    provider: "piwik-pro",
    names: ["view", "add", "debug"],
    send: (events) =>
      events.map((one) =>
        post(
          "https://shop.piwik.pro/ppms.php",
          query({
            idsite: "0b5b",
            rec: 1,
            e_c: "shop",
            e_a: one.name,
            e_v: one.value,
            ...(one.extra ? { [one.extra[0]]: one.extra[1] } : {}),
          }),
        ),
      ),
  },
  {
    provider: "meta",
    names: ["ViewContent", "AddToCart", "PromoDebug"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://www.facebook.com/tr/?${query({ id: 42, ev: one.name, dl: "https://shop.example/product", "cd[value]": one.value, ...(one.extra ? { [`cd[${one.extra[0]}]`]: one.extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "tiktok",
    names: ["ViewContent", "AddToCart", "PromoDebug"],
    send: (events) =>
      events.map((one) =>
        post("https://analytics.tiktok.com/api/v2/pixel", {
          event: one.name,
          context: { pixel: { code: "C1" }, page: { url: "https://shop.example/product" } },
          properties: plain(one),
        }),
      ),
  },
  {
    provider: "linkedin",
    names: ["page_view", "conversion", "conversion"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://px.ads.linkedin.com/collect/?${query({ v: 2, fmt: "js", pid: 7, ...(one.name === "conversion" ? { conversionId: 9 } : {}), ...plain(one) })}`,
        ),
      ),
  },
  {
    provider: "amplitude",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) => [
      post("https://api2.amplitude.com/2/httpapi", {
        api_key: "k",
        events: events.map((one) => ({ event_type: one.name, event_properties: plain(one) })),
      }),
    ],
  },
  {
    provider: "mixpanel",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) => [
      post(
        "https://api-js.mixpanel.com/track/?verbose=1",
        `data=${encodeURIComponent(JSON.stringify(events.map((one) => ({ event: one.name, properties: { token: "t", $os: "Linux", ...plain(one) } }))))}`,
      ),
    ],
  },
  {
    provider: "heap",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://heapanalytics.com/h?a=1&t=${encodeURIComponent(one.name)}&${Object.entries(plain(one))
            .flat()
            .map((part) => `k=${encodeURIComponent(String(part))}`)
            .join("&")}`,
        ),
      ),
  },
  {
    provider: "pinterest",
    names: ["pagevisit", "addtocart", "custom"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://ct.pinterest.com/v3/?${query({ tid: 26, event: one.name, ed: JSON.stringify(plain(one)), cb: 1 })}`,
        ),
      ),
  },
  {
    provider: "snap",
    names: ["VIEW_CONTENT", "ADD_CART", "CUSTOM_EVENT_1"],
    attribute: "price",
    send: (events) =>
      events.map(({ name, value, extra }) =>
        get(
          `https://tr.snapchat.com/p?${query({ pid: "s", ev: name, e_pr: value, ...(extra ? { [`e_${extra[0]}`]: extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "reddit",
    names: ["ViewContent", "AddToCart", "Debug"],
    send: (events) =>
      events.map(({ name, value, extra }) =>
        get(
          `https://alb.reddit.com/rp.gif?${query({ id: "t2_1", event: name, "m.value": value, ...(extra ? { [`m.${extra[0]}`]: extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "bing-uet",
    names: ["view", "add", "debug"],
    attribute: "revenue_value",
    send: (events) =>
      events.map(({ name, value, extra }) =>
        get(
          `https://bat.bing.com/action/0?${query({ ti: 9, Ver: 2, evt: "custom", ea: name, gv: value, ...(extra ? { [extra[0]]: extra[1] } : {}) })}`,
        ),
      ),
  },
  {
    provider: "google-ads",
    names: ["view_item", "add_to_cart", "promo_debug"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://googleads.g.doubleclick.net/pagead/viewthroughconversion/77/?${query({
            random: 1,
            data: [["event", one.name], ...Object.entries(plain(one))].map((pair) => pair.join("=")).join(";"),
          })}`,
        ),
      ),
  },
  {
    provider: "floodlight",
    names: ["shop/view", "shop/add", "shop/debug"],
    attribute: "value",
    forbidden: "u9",
    send: (events) =>
      events.map(({ name, value, extra }) =>
        get(
          `https://ad.doubleclick.net/activity;src=88;type=${name.split("/")[0]};cat=${name.split("/")[1]};cost=${encodeURIComponent(value)}${extra ? `;${extra[0]}=${extra[1]}` : ""};ord=1?`,
        ),
      ),
  },
  {
    provider: "criteo",
    names: ["viewItem", "viewBasket", "viewSearchResult"],
    send: (events) => [
      get(
        `https://sslwidget.criteo.com/event?${query({
          a: 5,
          v: "5.9",
          p0: "e=exd&site_type=d",
          ...Object.fromEntries(
            events.map((one, n) => [
              `p${n + 1}`,
              query({ e: { viewItem: "vp", viewBasket: "vb" }[one.name] ?? "vs", ...plain(one) }),
            ]),
          ),
        })}`,
      ),
    ],
  },
  {
    provider: "braze",
    names: ["product seen", "product added", "promo debug"],
    send: (events) => [
      post("https://sdk.iad-01.braze.com/api/v3/data/", {
        api_key: "b",
        events: [{ name: "ss" }, ...events.map((one) => ({ name: "ce", data: { n: one.name, p: plain(one) } }))],
      }),
    ],
  },
  {
    provider: "klaviyo",
    names: ["Viewed Product", "Added to Cart", "Promo Debug"],
    send: (events) =>
      events.map((one) =>
        post("https://a.klaviyo.com/client/events/?company_id=K", {
          data: {
            type: "event",
            attributes: { properties: plain(one), metric: { data: { attributes: { name: one.name } } } },
          },
        }),
      ),
  },
  {
    provider: "launchdarkly",
    names: ["product_view", "cart_add", "promo_debug"],
    send: (events) => [
      post(
        "https://events.launchdarkly.com/events/bulk/env1",
        events.map((one) => ({ kind: "custom", key: one.name, data: plain(one) })),
      ),
    ],
  },
  {
    provider: "hubspot",
    names: ["pe1_view", "pe1_add", "pe1_debug"],
    send: (events) =>
      events.map((one) => get(`https://track.hubspot.com/__ptbe.gif?${query({ a: 4, n: one.name, ...plain(one) })}`)),
  },
  {
    provider: "tealium",
    names: ["product_view", "cart_add", "promo_debug"],
    send: (events) =>
      events.map((one) =>
        post("https://collect.tealiumiq.com/event", {
          tealium_account: "acme",
          tealium_profile: "main",
          tealium_event: one.name,
          ...plain(one),
        }),
      ),
  },
  {
    provider: "mparticle",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) => [
      post("https://jssdks.us1.mparticle.com/v3/JS/us1-abc/events", {
        events: [
          { event_type: "session_start", data: {} },
          ...events.map((one) => ({
            event_type: "custom_event",
            data: { event_name: one.name, custom_attributes: plain(one) },
          })),
        ],
      }),
    ],
  },
  {
    provider: "rudderstack",
    names: ["Product Viewed", "Product Added", "Promo Debug"],
    send: (events) =>
      events.map((one) =>
        post("https://events.shop.example/v1/track", {
          type: "track",
          event: one.name,
          properties: plain(one),
          context: { library: { name: "RudderLabs JavaScript SDK" } },
          messageId: "m",
          anonymousId: "a",
        }),
      ),
  },
  {
    provider: "posthog",
    names: ["product viewed", "product added", "promo debug"],
    send: (events) => [
      post(
        "https://us.i.posthog.com/e/?ip=1",
        events.map((one) => ({ event: one.name, properties: { token: "phc_1", $lib: "web", ...plain(one) } })),
      ),
    ],
  },
  {
    provider: "piano",
    names: ["product.display", "product.add_to_cart", "promo.debug"],
    send: (events) => [
      post("https://abc.pa-cd.com/event?s=600001", {
        events: events.map((one) => ({ name: one.name, data: { device_screen_width: 1, ...plain(one) } })),
      }),
    ],
  },
  {
    provider: "new-relic",
    names: ["viewed", "added", "debug"],
    send: (events) => [
      post("https://bam.nr-data.net/ins/1/abc?a=1", {
        ins: events.map((one) => ({ eventType: "PageAction", actionName: one.name, timestamp: 1, ...plain(one) })),
      }),
    ],
  },
  {
    provider: "datadog-rum",
    names: ["viewed", "added", "debug"],
    send: (events) => [
      post(
        "https://browser-intake-datadoghq.eu/api/v2/rum?ddsource=browser",
        [
          JSON.stringify({ type: "view", application: { id: "app" } }),
          ...events.map((one) =>
            JSON.stringify({
              type: "action",
              application: { id: "app" },
              action: { type: "custom", target: { name: one.name } },
              context: plain(one),
            }),
          ),
        ].join("\n"),
      ),
    ],
  },
  {
    provider: "plausible",
    names: ["Viewed", "Added", "Debug"],
    send: (events) =>
      events.map((one) =>
        post("https://stats.shop.example/api/event", {
          n: one.name,
          u: "https://shop.example/",
          d: "shop.example",
          p: plain(one),
        }),
      ),
  },
  {
    provider: "x",
    names: ["ViewContent", "AddToCart", "Debug"],
    send: (events) =>
      events.map((one) =>
        get(`https://t.co/1/i/adsct?${query({ txn_id: "o1", events: JSON.stringify([[one.name, plain(one)]]) })}`),
      ),
  },
  {
    provider: "yandex-metrica",
    names: ["viewed", "added", "debug"],
    send: (events) =>
      events.map((one) =>
        get(
          `https://mc.yandex.ru/watch/123?${query({ "page-url": `goal://shop.example/${one.name}`, "site-info": JSON.stringify(plain(one)) })}`,
        ),
      ),
  },
  {
    provider: "outbrain",
    names: ["View", "Add", "Debug"],
    send: (events) =>
      events.map((one) =>
        get(`https://tr.outbrain.com/unifiedPixel?${query({ marketerId: "m", name: one.name, ...plain(one) })}`),
      ),
  },
  {
    provider: "taboola",
    names: ["view_content", "add_to_cart", "debug"],
    send: (events) =>
      events.map((one) => get(`https://trc.taboola.com/1234/log/3/unip?${query({ en: one.name, ...plain(one) })}`)),
  },
  {
    provider: "snowplow",
    names: ["view", "add", "debug"],
    send: (events) => [
      post("https://sp.shop.example/com.snowplowanalytics.snowplow/tp2", {
        schema: "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4",
        data: events.map((one) => ({
          e: "ue",
          aid: "shop",
          ue_pr: JSON.stringify({ data: { schema: `iglu:com.shop/${one.name}/jsonschema/1-0-0`, data: plain(one) } }),
        })),
      }),
    ],
  },
  {
    provider: "snowplow",
    names: ["view", "add", "debug"],
    // Its structured events have one free field.
    forbidden: "property",
    send: (events) =>
      events.map((one) =>
        get(
          `https://sp.shop.example/i?${query({ e: "se", p: "web", tv: "js-3.1", aid: "shop", se_ca: "shop", se_ac: one.name, se_va: one.value, ...(one.extra ? { se_pr: one.extra[1] } : {}) })}`,
        ),
      ),
  },
];

function planFor({ names, attribute = "value" }: Case, forbidden: string): TrackingPlan {
  const attributes: PlanAttribute[] = [
    { name: attribute, expected: "number" },
    { name: forbidden, expected: "forbidden" },
  ];
  return planOfEvents(
    planEvent(names[0], { id: "first", order: 1, attributes }),
    planEvent(names[1], { id: "second", order: 2, attributes }),
  );
}

for (const [i, one] of CASES.entries()) {
  const [first, second, unplanned] = one.names;
  const attribute = one.attribute ?? "value";
  const forbidden = one.forbidden ?? "note";
  const plan = planFor(one, forbidden);
  const good: Meant[] = [
    { name: first, value: 42 },
    { name: second, value: 12.5 },
  ];
  const audit = (events: Meant[]) => judgePage(dataOf(pass({ beacons: beaconsOf(one.send(events)) })), plan);

  describe(`tracking mutations: ${one.provider} (${i + 1})`, () => {
    it("finds nothing wrong with the page as planned", () => {
      const requests = one.send(good);
      expect(requests.map((request) => readBeacon(request)?.provider.id)).to.deep.equal(
        requests.map(() => one.provider),
      );
      const result = audit(good);
      expect(said(result)).to.deep.equal([]);
      expect(result.score).to.equal(100);
    });
    it("catches an event that is missing", () => {
      expect(said(audit(good.slice(0, 1)))).to.deep.equal(["failed missing-event second"]);
    });
    it("catches a value of the wrong type", () => {
      const result = audit([{ name: first, value: "$42.00" }, ...good.slice(1)]);
      expect(said(result)).to.deep.equal([`failed wrong-type first ${attribute}`]);
      expect(result.details.events.map(({ status }) => status)).to.deep.equal(["fail", "pass"]);
    });
    it("catches what was not expected", () => {
      const carried = audit([{ name: first, value: 42, extra: [forbidden, "private"] }, ...good.slice(1)]);
      expect(said(carried)).to.deep.equal([`failed unexpected-attribute first ${forbidden}`]);
      // LinkedIn has only two events, and both are planned.
      if (one.provider === "linkedin") return;
      expect(said(audit([...good, { name: unplanned, value: 1 }]))).to.deep.equal([
        `failed unplanned-event ${unplanned}`,
      ]);
    });
    it("catches an event that is sent twice", () => {
      expect(said(audit([...good, ...good.slice(1)]))).to.deep.equal(["failed duplicate-event second"]);
    });
    it("catches events in another order", () => {
      expect(said(audit([...good].reverse()))).to.deep.equal(["failed wrong-order second"]);
    });
  });
}

/** They load a library, record, or report only pages: no events that a site names. */
const WITHOUT_EVENTS = ["gtm", "hotjar", "clarity", "pardot", "marketo", "comscore", "chartbeat"];

describe("tracking mutations", () => {
  it("are tried on every provider that reports events", () => {
    const tried = new Set(CASES.map(({ provider }) => provider));
    expect(PROVIDERS.map(({ id }) => id).filter((id) => !tried.has(id))).to.have.members(WITHOUT_EVENTS);
  });
});
