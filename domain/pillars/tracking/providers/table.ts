// All providers whose beacons are read. To add a provider, create a file in this folder and add a line here.
import { adobe } from "./adobe.ts";
import { amplitude } from "./amplitude.ts";
import { bingUet } from "./bing-uet.ts";
import { braze } from "./braze.ts";
import { chartbeat } from "./chartbeat.ts";
import { clarity } from "./clarity.ts";
import { comscore } from "./comscore.ts";
import { criteo } from "./criteo.ts";
import { datadogRum } from "./datadog-rum.ts";
import { floodlight } from "./floodlight.ts";
import { ga4 } from "./ga4.ts";
import { googleAds } from "./google-ads.ts";
import { gtm } from "./gtm.ts";
import { heap } from "./heap.ts";
import { hotjar } from "./hotjar.ts";
import { hubspot } from "./hubspot.ts";
import { klaviyo } from "./klaviyo.ts";
import { launchDarkly } from "./launchdarkly.ts";
import { linkedin } from "./linkedin.ts";
import { marketo } from "./marketo.ts";
import { matomo } from "./matomo.ts";
import { meta } from "./meta.ts";
import { mixpanel } from "./mixpanel.ts";
import { mparticle } from "./mparticle.ts";
import { newRelic } from "./new-relic.ts";
import { outbrain } from "./outbrain.ts";
import { pardot } from "./pardot.ts";
import { piano } from "./piano.ts";
import { pinterest } from "./pinterest.ts";
import { piwikPro } from "./piwik-pro.ts";
import { plausible } from "./plausible.ts";
import { posthog } from "./posthog.ts";
import type { Provider, ProviderEvent, TrackingRequest } from "./provider.ts";
import { reddit } from "./reddit.ts";
import { rudderstack } from "./rudderstack.ts";
import { segment } from "./segment.ts";
import { snap } from "./snap.ts";
import { snowplow } from "./snowplow.ts";
import { taboola } from "./taboola.ts";
import { tealium } from "./tealium.ts";
import { tiktok } from "./tiktok.ts";
import { universalAnalytics } from "./universal-analytics.ts";
import { x } from "./x.ts";
import { yandexMetrica } from "./yandex-metrica.ts";

/** The first match reads a request. RudderStack comes before Segment, because it uses Segment's protocol. */
export const PROVIDERS: readonly Provider[] = [
  ga4,
  gtm,
  universalAnalytics,
  googleAds,
  floodlight,
  adobe,
  rudderstack,
  segment,
  amplitude,
  bingUet,
  braze,
  chartbeat,
  clarity,
  comscore,
  criteo,
  datadogRum,
  heap,
  hotjar,
  hubspot,
  klaviyo,
  launchDarkly,
  linkedin,
  marketo,
  matomo,
  meta,
  mixpanel,
  mparticle,
  newRelic,
  outbrain,
  pardot,
  piano,
  pinterest,
  piwikPro,
  plausible,
  posthog,
  reddit,
  snap,
  snowplow,
  taboola,
  tealium,
  tiktok,
  x,
  yandexMetrica,
];

/** Returns the provider and the events of a request, or null if it is not a beacon. */
export function readBeacon(request: TrackingRequest): { provider: Provider; events: ProviderEvent[] } | null {
  const provider = PROVIDERS.find((one) => one.matches(request));
  return provider === undefined ? null : { provider, events: provider.parse(request) };
}
