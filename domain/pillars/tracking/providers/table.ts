// Every provider whose beacons are read. A newcomer adds a file beside this one and a line here.
import { adobe } from "./adobe.ts";
import { ga4 } from "./ga4.ts";
import { gtm } from "./gtm.ts";
import { linkedin } from "./linkedin.ts";
import { matomo } from "./matomo.ts";
import { meta } from "./meta.ts";
import { piwikPro } from "./piwik-pro.ts";
import type { Provider, ProviderEvent, TrackingRequest } from "./provider.ts";
import { segment } from "./segment.ts";
import { snowplow } from "./snowplow.ts";
import { tiktok } from "./tiktok.ts";
import { universalAnalytics } from "./universal-analytics.ts";

export const PROVIDERS: readonly Provider[] = [
  ga4,
  gtm,
  universalAnalytics,
  adobe,
  segment,
  matomo,
  piwikPro,
  meta,
  tiktok,
  linkedin,
  snowplow,
];

/** Who the request belongs to and what it reports; null for one that is no beacon. */
export function readBeacon(request: TrackingRequest): { provider: Provider; events: ProviderEvent[] } | null {
  const provider = PROVIDERS.find((one) => one.matches(request));
  return provider === undefined ? null : { provider, events: provider.parse(request) };
}
