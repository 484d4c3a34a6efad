// Detects requests that report visits: a table of collecting URLs on any host.

type Row = {
  provider: string;
  /** Host without www. If missing, any host matches, including the site's own. */
  host?: RegExp;
  path: RegExp;
  /** Parameters that the query or a form body must contain. */
  needs?: readonly string[];
  /** If set, the name of the host's known owner takes precedence, because accepted findings use it. */
  orOwner?: true;
};

/** The first match wins. Generic paths require the provider's parameters. */
const ENDPOINTS: readonly Row[] = [
  { provider: "Google Analytics 4", path: /\/g\/collect$/, needs: ["v", "tid"] },
  { provider: "Google Analytics", path: /\/(r\/|j\/)?collect$/, needs: ["v", "tid"] },
  { provider: "Google Ads", host: /(^|\.)(doubleclick\.net|googleadservices\.com)$/, path: /./ },
  { provider: "Google Ads", host: /(^|\.)google\.[a-z.]{2,6}$/, path: /^\/(pagead|ads|ccm)\// },
  { provider: "Meta", host: /(^|\.)facebook\.(com|net)$/, path: /^\/tr\/?$/ },
  { provider: "TikTok", host: /(^|\.)tiktokw?\.(com|us)$/, path: /^\/api\/v\d+\/(pixel|performance|track)/ },
  { provider: "LinkedIn", host: /(^|\.)linkedin\.com$/, path: /^\/(collect|wa|px)/ },
  { provider: "Microsoft Advertising", host: /(^|\.)bing\.com$/, path: /^\/action\// },
  { provider: "Microsoft Clarity", host: /(^|\.)clarity\.ms$/, path: /\/collect$/ },
  { provider: "Pinterest", host: /(^|\.)pinterest\.com$/, path: /^\/v3\// },
  { provider: "Snapchat", host: /(^|\.)snapchat\.com$/, path: /^\/p$|^\/cm\// },
  { provider: "X", host: /(^|\.)(t\.co|twitter\.com|ads-twitter\.com)$/, path: /\/adsct$/ },
  { provider: "Matomo", path: /\/(matomo|piwik)\.php$/ },
  { provider: "Piwik PRO", path: /\/ppms\.php$/ },
  { provider: "Adobe Analytics", path: /\/b\/ss\/[^/]{1,100}\// },
  { provider: "Adobe Experience Platform", path: /\/ee\/([\w-]{1,40}\/)?v\d\/(interact|collect)$/ },
  { provider: "Piano Analytics", path: /\/event\/?$/, needs: ["s", "idclient"], orOwner: true },
  { provider: "AT Internet", path: /\/hit\.xiti$/, needs: ["s"], orOwner: true },
  { provider: "mParticle", path: /\/v[123]\/JS\/(?:[a-z]{2}\d-)?[0-9a-f]{32}\/events$/i },
  { provider: "PostHog", path: /\/(?:e|s|batch|capture|i\/v0\/e)\/?$/, needs: ["ver", "compression"] },
  {
    provider: "New Relic",
    path: /\/(?:events|jserrors|ins|resources|browser\/blobs)\/1\/[\w-]{10,}$/,
    needs: ["a", "v", "rst"],
  },
  { provider: "New Relic", path: /\/1\/(?:NRJS-|NRBR-)?[0-9a-f]{10}\w*$/, needs: ["a", "v", "rst"] },
  { provider: "LaunchDarkly", host: /(^|\.)launchdarkly\.(com|us)$/, path: /^\/events\/bulk\// },
  { provider: "Segment", host: /(^|\.)segment\.(io|com)$/, path: /^\/v1\/[a-z]$/ },
  { provider: "Snowplow", path: /\/com\.snowplowanalytics\.snowplow\/tp2$/ },
  { provider: "Plausible", path: /\/api\/event$/, host: /(^|\.)plausible\.io$/ },
  { provider: "Hotjar", host: /(^|\.)hotjar\.(com|io)$/, path: /./ },
  { provider: "Mixpanel", host: /(^|\.)mixpanel\.com$/, path: /^\/(track|engage)/ },
  { provider: "Amplitude", host: /(^|\.)amplitude\.com$/, path: /./ },
];

/** Providers that also report how the page works, which may be necessary. */
export const OPERATIONAL: ReadonlySet<string> = new Set(["New Relic", "LaunchDarkly"]);

/** Request types that can carry a report. A script or a style sheet is a load instead. */
export const REPORT_KINDS: ReadonlySet<string> = new Set([
  "ping",
  "beacon",
  "fetch",
  "xhr",
  "image",
  "other",
  "eventsource",
  "websocket",
]);
/** Categories of third-party-web whose requests are reports. */
const REPORTING: ReadonlySet<string> = new Set(["analytics", "ad"]);

/**
 * Returns the provider that a request reports to, or undefined if it reports nothing. `bodyNames`: parameter names of a form body, if
 * there is one. `content`: the provider identified by the body.
 */
export function beaconProvider(
  url: string,
  kind: string,
  party: { thirdParty: boolean; entity: string | null; category: string | null },
  bodyNames: readonly string[] = [],
  content?: string,
): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !REPORT_KINDS.has(kind)) return undefined;
  const host = parsed.hostname.replace(/^www\./, "");
  const row = ENDPOINTS.find(
    ({ host: hosts, path, needs = [] }) =>
      (hosts?.test(host) ?? true) &&
      path.test(parsed.pathname) &&
      needs.every((name) => parsed.searchParams.has(name) || bodyNames.includes(name)),
  );
  const reporter =
    party.thirdParty && REPORTING.has(party.category ?? "") ? (party.entity ?? parsed.hostname) : undefined;
  if (row) return (row.orOwner && reporter) || row.provider;
  // An image of an advertiser may be just an image; any other request is a report.
  return (kind === "image" ? undefined : reporter) ?? content;
}
