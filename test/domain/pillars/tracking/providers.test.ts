import { expect } from "chai";
import type { TrackingRequest } from "../../../../domain/pillars/tracking/providers/provider.ts";
import { PROVIDERS, readBeacon } from "../../../../domain/pillars/tracking/providers/table.ts";
import { readPush } from "../../../../domain/pillars/tracking/readPush.ts";
import { isMarker, MARKERS, redactParameters, redactUrl } from "../../../../domain/pillars/tracking/redact.ts";

const request = (url: string, body: string | null = null, type = ""): TrackingRequest => ({
  url,
  method: body === null ? "GET" : "POST",
  headers: { "content-type": type },
  body,
});
const read = (url: string, body: string | null = null, type = "") => {
  const found = readBeacon(request(url, body, type));
  return found && { provider: found.provider.id, events: found.events };
};

/** An address of each provider, without any meaningful field. */
const BROKEN = [
  "https://api2.amplitude.com/2/httpapi",
  "https://api.mixpanel.com/track",
  "https://heapanalytics.com/h",
  "https://ct.pinterest.com/v3/",
  "https://in.hotjar.com/x",
  "https://n.clarity.ms/collect",
  "https://tr.snapchat.com/p",
  "https://alb.reddit.com/rp.gif",
  "https://bat.bing.com/action/0",
  "https://www.google.com/pagead/1p-conversion/7/",
  "https://ad.doubleclick.net/activity;%E0%A4%A=1;src=%E0;type=%",
  "https://sslwidget.criteo.com/event?p0=&p1=e",
  "https://sdk.iad-01.braze.com/api/v3/data/",
  "https://a.klaviyo.com/client/events/",
  "https://track.hubspot.com/__ptq.gif",
  "https://pi.pardot.com/analytics",
  "https://a.mktoresp.com/webevents/clickLink",
  "https://collect.tealiumiq.com/event",
  "https://jssdks.mparticle.com/v3/JS/k/events",
  "https://x.rudderstack.com/v1/track",
  "https://us.i.posthog.com/e/",
  "https://a.pa-cd.com/event",
  "https://sb.scorecardresearch.com/p",
  "https://ping.chartbeat.net/ping",
  "https://bam.nr-data.net/1/k",
  "https://browser-intake-datadoghq.com/api/v2/rum",
  "https://plausible.io/api/event",
  "https://t.co/i/adsct",
  "https://mc.yandex.ru/watch/1",
  "https://tr.outbrain.com/unifiedPixel",
  "https://trc.taboola.com/1/log/3/unip",
  "https://events.launchdarkly.com/events/bulk/env",
  "https://logc1.xiti.com/hit.xiti?s=612345",
  "https://analytics.tiktok.com/api/v1/track",
];

describe("beacons of providers", () => {
  it("ga4: several events of one POST share what the address says, with numbers, items and currency", () => {
    const body = "en=view_item&epn.value=42&cu=USD&pr1=idvase~nmVase~pr42~qt1\r\nen=scroll&epn.percent_scrolled=90";
    const found = read(
      "https://www.google-analytics.com/g/collect?v=2&tid=G-1&dl=https%3A%2F%2Fa.example%2F&gcs=G100",
      body,
    );
    expect(found?.events.map(({ name, automatic }) => [name, automatic])).to.deep.equal([
      ["view_item", false],
      ["scroll", true],
    ]);
    expect(found?.events[0]).to.include({
      account: "G-1",
      page: "https://a.example/",
      consentDenied: true,
      typed: "numbers",
    });
    expect(found?.events[0]?.parameters).to.deep.equal({
      page_location: "https://a.example/",
      value: 42,
      currency: "USD",
      items: [{ item_id: "vase", item_name: "Vase", price: 42, quantity: 1 }],
    });
  });
  for (const [url, body, provider, account, name, page, automatic] of [
    ["https://static.hotjar.com/c/hotjar-123.js?sv=6", null, "hotjar", "123", "container", null, true],
    ["https://metrics.hotjar.io/?v=7&site_id=123", null, "hotjar", "123", "recording", null, true],
    ["https://www.clarity.ms/tag/abc", null, "clarity", "abc", "container", null, true],
    ["https://n.clarity.ms/collect", '{"e":["0.7",1,2,3,"abc"]}', "clarity", "abc", "recording", null, true],
    [
      "https://pi.pardot.com/analytics?account_id=7&title=T&url=https%3A%2F%2Fa.example%2F",
      null,
      "pardot",
      "7",
      "page_view",
      "https://a.example/",
      false,
    ],
    [
      "https://123-abc-456.mktoresp.com/webevents/visitWebPage?_mchHo=a.example&_mchRu=%2Fx",
      null,
      "marketo",
      "123-ABC-456",
      "page_view",
      "https://a.example/x",
      false,
    ],
    [
      "https://sb.scorecardresearch.com/p?c1=2&c2=9&c7=https%3A%2F%2Fa.example%2F",
      null,
      "comscore",
      "9",
      "page_view",
      "https://a.example/",
      false,
    ],
    [
      "https://ping.chartbeat.net/ping?h=a.example&p=%2Fx&g=5",
      null,
      "chartbeat",
      "5",
      "ping",
      "https://a.example/x",
      true,
    ],
    [
      "https://track.hubspot.com/__ptq.gif?k=1&a=4&pu=https%3A%2F%2Fa.example%2F",
      null,
      "hubspot",
      "4",
      "page_view",
      "https://a.example/",
      false,
    ],
    [
      "https://bat.bing.com/action/0?ti=9&evt=pageLoad&p=https%3A%2F%2Fa.example%2F",
      null,
      "bing-uet",
      "9",
      "page_view",
      "https://a.example/",
      false,
    ],
    [
      "https://www.googleadservices.com/pagead/conversion/77/?label=AbC&value=9&currency_code=EUR",
      null,
      "google-ads",
      "77",
      "conversion",
      null,
      false,
    ],
    [
      "https://mc.yandex.ru/watch/12?page-url=https%3A%2F%2Fa.example%2F&browser-info=pv%3A1%3Av%3A2",
      null,
      "yandex-metrica",
      "12",
      "page_view",
      "https://a.example/",
      false,
    ],
    [
      "https://eu.i.posthog.com/i/v0/e/",
      '{"event":"$pageview","properties":{"token":"phc_1","$current_url":"https://a.example/"}}',
      "posthog",
      "phc_1",
      "page_view",
      "https://a.example/",
      true,
    ],
    [
      "https://plausible.io/api/event",
      '{"n":"pageview","u":"https://a.example/","d":"a.example"}',
      "plausible",
      "a.example",
      "page_view",
      "https://a.example/",
      false,
    ],
  ] as [string, string | null, string, string, string, string | null, boolean][])
    it(`${provider}: ${name} of ${url}`, () => {
      const found = read(url, body);
      expect(found?.provider).to.equal(provider);
      expect(found?.events[0]).to.include({ account, name, page });
      expect(found?.events[0]?.automatic ?? false).to.equal(automatic);
    });

  const KEY = "0a1b2c3d".repeat(4);
  for (const [what, url, body, provider, account, names, automatic] of [
    [
      "on a host of the site's own",
      "https://stats.shop.example/event?s=612345&idclient=9f",
      '{"events":[{"name":"page.display","data":{"page":"Home","event_url_full":"https://a.example/"}},{"name":"cart.add","data":{}}]}',
      "piano",
      "612345",
      ["page.display", "cart.add"],
      false,
    ],
    [
      "on a path of the site's own too",
      "https://shop.example/t/x7?s=612345&idclient=9f",
      '{"events":[{"name":"page.display","data":{"page":"Home"}}]}',
      "piano",
      "612345",
      ["page.display"],
      false,
    ],
    [
      "AT Internet's hit",
      "https://logc1.xiti.com/hit.xiti?s=612345&p=Home&x1=a",
      null,
      "piano",
      "612345",
      ["page.display"],
      false,
    ],
    [
      "AT Internet's click",
      "https://x.shop.example/hit.xiti?s=612345&p=Buy&click=A",
      null,
      "piano",
      "612345",
      ["click.action"],
      false,
    ],
    [
      "the first form, with names in place of letters",
      `https://jssdk.mparticle.com/v1/JS/${KEY}/Events`,
      '{"EventName":"Buy","EventDataType":4,"EventAttributes":{"value":2}}',
      "mparticle",
      KEY,
      ["Buy"],
      false,
    ],
    [
      "a page and a session of the second",
      `https://jssdks.mparticle.com/v2/JS/us1-${KEY}/Events`,
      '{"n":"pageView","dt":3,"attrs":{"title":"Home"}}',
      "mparticle",
      `us1-${KEY}`,
      ["page_view"],
      false,
    ],
    [
      "a session",
      `https://jssdks.mparticle.com/v2/JS/${KEY}/Events`,
      '{"n":"1","dt":1}',
      "mparticle",
      KEY,
      ["session_start"],
      true,
    ],
    [
      "on a host of the site's own",
      `https://tags.shop.example/events/v3/JS/${KEY}/events`,
      '{"events":[{"event_type":"custom_event","data":{"event_name":"Buy"}}]}',
      "mparticle",
      KEY,
      ["Buy"],
      false,
    ],
    [
      "the first form",
      "https://analytics.tiktok.com/api/v1/track",
      '{"event":"ViewContent","context":{"pixel":{"code":"C1"},"page":{"url":"https://a.example/"}},"properties":{"value":2}}',
      "tiktok",
      "C1",
      ["ViewContent"],
      false,
    ],
    [
      "a form",
      "https://analytics.tiktok.com/api/v1/pixel",
      "event=ViewContent&sdkid=C1&properties=%7B%22value%22%3A2%7D",
      "tiktok",
      "C1",
      ["ViewContent"],
      false,
    ],
    [
      "a recording",
      "https://us.i.posthog.com/s/?compression=gzip-js&ver=1.2&_=1",
      "\u001f\u008b",
      "posthog",
      "",
      ["recording"],
      true,
    ],
    [
      "packed, behind a path of the site's own",
      "https://shop.example/ingest/e/?compression=gzip-js&ver=1.2&_=1",
      "\u001f\u008b",
      "posthog",
      "",
      ["packed events"],
      true,
    ],
    [
      "behind a path of the site's own",
      "https://shop.example/relay-x/i/v0/e/?ip=1&_=1&ver=1.2",
      '{"event":"order placed","properties":{"token":"phc_1","total":2}}',
      "posthog",
      "phc_1",
      ["order placed"],
      false,
    ],
    [
      "behind a proxy",
      "https://shop.example/nr/ins/1/NRJS-0a1b2c3d4e5f?a=7&v=1.2&rst=900&ref=https://a.example/",
      '{"ins":[{"eventType":"PageAction","actionName":"Buy","value":2}]}',
      "new-relic",
      "NRJS-0a1b2c3d4e5f",
      ["Buy"],
      false,
    ],
    [
      "its measurements behind a proxy",
      "https://nr.shop.example/events/1/0a1b2c3d4e?a=7&v=1.2&rst=900&ref=https://a.example/",
      "bel.7;1,2",
      "new-relic",
      "0a1b2c3d4e",
      ["events"],
      true,
    ],
    [
      "its stream of flags",
      "https://clientstream.launchdarkly.com/eval/env1/e30=",
      null,
      "launchdarkly",
      "env1",
      ["stream"],
      true,
    ],
    [
      "an event of the site's own",
      "https://events.launchdarkly.com/events/bulk/env1",
      '[{"kind":"custom","key":"bought","data":{"total":2},"url":"https://a.example/"},{"kind":"summary"}]',
      "launchdarkly",
      "env1",
      ["bought", "summary"],
      false,
    ],
  ] as [string, string, string | null, string, string, string[], boolean][])
    it(`${provider}: ${what}`, () => {
      const found = read(url, body);
      expect(found?.provider).to.equal(provider);
      expect(found?.events.map(({ name }) => name)).to.deep.equal(names);
      expect(found?.events[0]?.account).to.equal(account);
      expect(found?.events[0]?.automatic ?? false).to.equal(automatic);
    });

  for (const [what, url, body] of [
    ["an event list without a visitor", "https://shop.example/event?s=612345", '{"events":[{"name":"a","data":{}}]}'],
    ["a path that ends alike", "https://shop.example/api/v2/js/short/events", "{}"],
    ["a page of its own letter", "https://shop.example/blog/e/", '{"event":"x"}'],
    ["a numbered page", "https://shop.example/news/1/0a1b2c3d4e?a=1", null],
    ["a folder of a single letter", "https://shop.example/s/", '{"q":"lamp"}'],
  ] as [string, string, string | null][])
    it(`leave alone ${what}`, () => expect(read(url, body)).to.equal(null));

  it("ga4: every key of items, item parameters of the site's own, and user properties", () => {
    const item = "idvase~lp3~c2Home~c5Clay~loL1~afShop~pnSpring~cshero~ds1.5~k0glaze~v0blue~k1none";
    const found = read(
      `https://www.google-analytics.com/g/collect?v=2&tid=G-1&en=view_promotion&pr1=${item}&up.tier=gold&upn.visits=3`,
    );
    expect(found?.events[0]?.parameters).to.deep.equal({
      items: [
        {
          item_id: "vase",
          index: 3,
          item_category2: "Home",
          item_category5: "Clay",
          location_id: "L1",
          affiliation: "Shop",
          promotion_name: "Spring",
          creative_slot: "hero",
          discount: 1.5,
          glaze: "blue",
        },
      ],
      user_properties: { tier: "gold", visits: 3 },
    });
  });

  for (const [what, url, name, automatic] of [
    ["a link that leaves", "https://a.example/b/ss/s/1/JS/1?AQB=1&pe=lnk_e&pev1=x", "exit_link", false],
    ["a download", "https://a.example/b/ss/s/1/JS/1?AQB=1&pe=lnk_d&pev1=x", "download_link", false],
    ["a link with a name", "https://a.example/b/ss/s/1/JS/1?AQB=1&pe=lnk_e&pev2=Partner", "Partner", false],
    ["a film that starts", "https://a.example/b/ss/s/1/JS/1?AQB=1&pe=m_s&pev3=film", "media_start", false],
    ["a heartbeat of a film", "https://a.hb.omtrdc.net/?s:event:type=play&s:sc:rsid=s", "media_play", true],
    [
      "a film that is seen on Matomo",
      "https://a.example/matomo.php?idsite=1&rec=1&ma_id=1&ma_st=0",
      "media_impression",
      true,
    ],
    [
      "a film that runs on Matomo",
      "https://a.example/matomo.php?idsite=1&rec=1&ma_id=1&ma_st=5",
      "media_progress",
      true,
    ],
    [
      "a block that is seen on Matomo",
      "https://a.example/matomo.php?idsite=1&rec=1&c_n=ad",
      "content_impression",
      true,
    ],
    [
      "a block that is clicked on Matomo",
      "https://a.example/matomo.php?idsite=1&rec=1&c_n=ad&c_i=click",
      "content_interaction",
      false,
    ],
  ] as const)
    it(`names ${what}`, () => {
      const [event] = read(url)?.events ?? [];
      expect(event?.name).to.equal(name);
      expect(event?.automatic ?? false).to.equal(automatic);
    });

  it("takes nobody else's events for Plausible's or PostHog's", () => {
    expect(read("https://shop.example/api/event", '{"n":"x","u":"/relative","d":"shop"}')).to.equal(null);
    expect(read("https://shop.example/e/", '{"event":"x","token":"other"}')).to.equal(null);
    expect(read("https://shop.example/batch", '{"batch":[{"event":"x"}]}')).to.equal(null);
  });

  for (const provider of PROVIDERS)
    it(`${provider.id}: no body and no field breaks it`, () => {
      for (const url of BROKEN)
        for (const body of [
          null,
          "",
          "{",
          "[]",
          "null",
          '{"events":[null,1,"x"],"batch":{},"ins":[[]],"e":"x"}',
          "data=%%%&e=[1",
        ]) {
          const broken = request(url, body);
          if (provider.matches(broken)) expect(provider.parse(broken)).to.be.an("array");
        }
    });

  it("gtm: the load of a container is no event", () => {
    expect(read("https://www.googletagmanager.com/gtm.js?id=GTM-1")?.events[0]).to.include({
      kind: "container",
      account: "GTM-1",
    });
    expect(read("https://gtm.shop.example/gtag/js?id=G-1")?.provider).to.equal("gtm");
    expect(read("https://shop.example/gtm.js")).to.equal(null);
  });
  it("universal-analytics: pages, events and orders, also in a batch", () => {
    const body = "v=1&tid=UA-1-1&t=pageview&dp=%2F\nv=1&tid=UA-1-1&t=transaction&ti=7&tr=12";
    const found = read("https://www.google-analytics.com/batch", body);
    expect(found?.events.map(({ name }) => name)).to.deep.equal(["page_view", "purchase"]);
    expect(found?.events[1]?.parameters).to.deep.equal({ transaction_id: "7", value: "12" });
  });
  it("adobe: success events are beside the hit they came with", () => {
    const found = read("https://a.example/b/ss/suite/1/JS-2/s1?AQB=1&pageName=Cart&events=scAdd,event12%3D3&v1=x");
    expect(found?.events.map(({ name, secondary }) => [name, secondary ?? false])).to.deep.equal([
      ["page_view", false],
      ["scAdd", true],
      ["event12", true],
    ]);
    const edge = read(
      "https://edge.adobedc.net/ee/v1/interact?configId=c",
      JSON.stringify({
        events: [
          { xdm: { eventType: "decisioning.propositionFetch" } },
          { xdm: { eventType: "web.webpagedetails.pageViews", identityMap: { ECID: [] } } },
        ],
      }),
    );
    expect(edge?.events.map(({ name, automatic }) => [name, automatic])).to.deep.equal([
      ["decisioning.propositionFetch", true],
      ["web.webpagedetails.pageViews", false],
    ]);
    expect(edge?.events[1]?.parameters).not.to.have.property("identityMap");
  });
  it("segment: pages, calls that only name the visitor, and GET with data", () => {
    expect(
      read("https://api.segment.io/v1/p", JSON.stringify({ name: "Home", properties: { path: "/" }, writeKey: "k" }))
        ?.events[0],
    ).to.deep.include({ name: "page_view", account: "k", parameters: { path: "/", name: "Home" } });
    expect(read("https://api.segment.io/v1/i", JSON.stringify({ traits: {} }))?.events[0]).to.include({
      name: "identify",
      automatic: true,
    });
    const data = btoa(JSON.stringify({ event: "Signed Up", properties: { plan: "x" } }));
    expect(read(`https://api.segment.io/v1/track?data=${encodeURIComponent(data)}`)?.events[0]?.name).to.equal(
      "Signed Up",
    );
    expect(read("https://shop.example/v1/p", JSON.stringify({ page: 2 }))).to.equal(null);
  });
  it("matomo and piwik-pro: pages, orders with items, searches; a ping is nothing", () => {
    const at = "https://m.example/matomo.php?idsite=1&rec=1";
    expect(read(`${at}&action_name=Home`)?.events[0]?.name).to.equal("page_view");
    expect(read(`${at}&ping=1`)?.events).to.deep.equal([]);
    expect(read(`${at}&search=vase&search_count=3`)?.events[0]).to.deep.include({
      name: "search",
      parameters: { search_term: "vase", results: "3" },
    });
    const order = read(
      `${at}&idgoal=0&ec_id=7&revenue=42&ec_items=${encodeURIComponent('[["sku","Vase","Home",42,1]]')}`,
    );
    expect(order?.events[0]?.name).to.equal("purchase");
    expect(order?.events[0]?.parameters.items).to.deep.equal([
      { item_id: "sku", item_name: "Vase", item_category: "Home", price: 42, quantity: 1 },
    ]);
    expect(read("https://a.piwik.pro/ppms.php?idsite=1&rec=1&idgoal=3")).to.deep.include({ provider: "piwik-pro" });
  });
  it("meta: data of the event, multipart bodies, and only the presence of facts about the visitor", () => {
    const body = `--b\r\nContent-Disposition: form-data; name="ev"\r\n\r\nPurchase\r\n--b\r\nContent-Disposition: form-data; name="cd[contents]"\r\n\r\n[{"id":"1"}]\r\n--b\r\nContent-Disposition: form-data; name="ud[em]"\r\n\r\nabc\r\n--b--`;
    const found = read("https://www.facebook.com/tr/?id=1", body, "multipart/form-data; boundary=b");
    expect(found?.events[0]).to.deep.include({
      name: "Purchase",
      account: "1",
      parameters: { contents: [{ id: "1" }], user_data_em_hash: MARKERS.id },
    });
    expect(read("https://www.facebook.com/plugins/like.php")).to.equal(null);
  });
  it("tiktok, linkedin and snowplow: their page views", () => {
    expect(
      read(
        "https://analytics.tiktok.com/api/v2/pixel",
        JSON.stringify({ event: "Pageview", context: { pixel: { code: "C" } } }),
      )?.events[0],
    ).to.include({ name: "Pageview", account: "C" });
    expect(read("https://px.ads.linkedin.com/collect/?pid=1&url=https%3A%2F%2Fa.example%2F")?.events[0]).to.include({
      name: "page_view",
      page: "https://a.example/",
    });
    expect(read("https://s.example/i?e=pv&p=web&tv=js-3&url=https%3A%2F%2Fa.example%2F")?.events[0]?.name).to.equal(
      "page_view",
    );
    const unstructured = btoa(
      JSON.stringify({ data: { schema: "iglu:com.acme/buy/jsonschema/1-0-0", data: { value: 2 } } }),
    );
    expect(
      read(`https://s.example/i?e=ue&p=web&tv=js-3&ue_px=${encodeURIComponent(unstructured)}`)?.events[0],
    ).to.deep.include({ name: "buy", parameters: { value: 2 } });
  });
  it("survive bodies that are broken, and leave other requests alone", () => {
    for (const [url, body] of [
      ["https://www.google-analytics.com/g/collect?v=2&tid=G-1", "%%%\n\n{"],
      ["https://api.segment.io/v1/batch", "{"],
      ["https://m.example/matomo.php?idsite=1", '{"requests":[1,null]}'],
      ["https://edge.adobedc.net/ee/v1/interact", '{"events":[null,5,{"xdm":7}]}'],
      ["https://analytics.tiktok.com/api/v2/pixel", "[[[["],
      ["https://s.example/com.snowplowanalytics.snowplow/tp2", '{"data":[{"e":"ue","ue_px":"***"}]}'],
    ] as const)
      expect(() => read(url, body), url).not.to.throw();
    expect(read("https://shop.example/collect?x=1")).to.equal(null);
    expect(read("data:text/plain,/g/collect?v=2")).to.equal(null);
  });
});

describe("redaction", () => {
  it("keeps that a value was there and not the value", () => {
    const jwt = `eyJhbGciOiJIUzI1NiJ9.${"a".repeat(20)}.sig`;
    expect(
      redactParameters({
        userEmail: "x",
        note: "write to ada@example.com",
        auth_token: "a",
        t: jwt,
        cid: "1.2",
        visitor: "1804289383.1741900000",
        id: "0b5b2c1e-9a4e-4c3d-8f00-1a2b3c4d5e6f",
        user_id: 42,
      }),
    ).to.deep.equal({
      userEmail: MARKERS.id,
      note: MARKERS.email,
      auth_token: MARKERS.id,
      t: MARKERS.token,
      cid: MARKERS.id,
      visitor: MARKERS.id,
      id: MARKERS.id,
      user_id: MARKERS.number,
    });
  });
  it("leaves what a shop says about its goods", () => {
    const plain = {
      item_id: "harvest-vase",
      page_title: "Juniper & Oak: honest goods for a slower home",
      value: 189,
      order: "JO-1234",
      path: "/products/summer-sale-2024-collection",
      list: ["a"],
    };
    expect(redactParameters(plain)).to.deep.equal(plain);
  });
  it("bounds depth, breadth and length", () => {
    let deep: unknown = "end";
    for (let i = 0; i < 50; i += 1) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));
    expect(JSON.stringify(redactParameters({ deep, wide, long: "x ".repeat(50_000) })).length).to.be.lessThan(5_000);
  });
  it("takes secrets out of addresses, and credentials and fragments", () => {
    const url = redactUrl(
      "https://u:p@a.example/reset/4f3c2b1a0987654321fedcba?email=ada%40example.com&q=vase&cid=12.34&dl=https%3A%2F%2Fb.example%2Fp%3Ftoken%3D1#x",
    );
    expect(url).to.equal(
      "https://a.example/reset/[token]?email=[e-mail address]&q=vase&cid=[id]&dl=https%3A%2F%2Fb.example%2Fp",
    );
    expect(redactUrl("not an address")).to.equal("the address");
    expect(isMarker(MARKERS.token)).to.equal(true);
  });
});

describe("pushes", () => {
  it("are events, values or commands that report nothing", () => {
    expect(readPush({ event: "a", value: 1 })).to.deep.equal({ kind: "event", name: "a", parameters: { value: 1 } });
    expect(readPush({ page_type: "home" })).to.deep.equal({
      kind: "data",
      name: "",
      parameters: { page_type: "home" },
    });
    expect(readPush(["event", "a", { value: 1 }])).to.deep.equal({
      kind: "event",
      name: "a",
      parameters: { value: 1 },
      form: "event-command",
    });
    expect(readPush(["set", { currency: "USD" }])?.kind).to.equal("data");
    for (const none of [["consent", "default", {}], ["js", "2030"], {}, null, "text", 5])
      expect(readPush(none)).to.equal(null);
  });
});
