// Detects what a page loads from third parties that it could host itself or load after a click: fonts, maps and scripts. Matches the URL,
// because a party's name alone does not identify which of its services was used.

export const LOADS = ["font", "map", "script"] as const;
export type Load = (typeof LOADS)[number];

type Row = { load: Load; host: RegExp; path?: RegExp };

/** The first match wins. Fonts and scripts of other hosts are detected by request type. */
const KNOWN: readonly Row[] = [
  { load: "font", host: /^fonts\.(?:googleapis|gstatic)\.com$/ },
  {
    load: "font",
    host: /(?:^|\.)(?:typekit\.net|fonts\.net|fonts\.com|typography\.com|fontawesome\.com|fontshare\.com)$/,
  },
  { load: "font", host: /^fonts\.(?:bunny\.net|cdnfonts\.com|xz\.style)$/ },
  { load: "map", host: /^maps\.(?:googleapis|gstatic|google)\.[a-z.]{2,6}$/ },
  { load: "map", host: /^www\.google\.[a-z.]{2,6}$/, path: /^\/maps\// },
  { load: "map", host: /(?:^|\.)tile\.(?:openstreetmap\.org|osm\.org|opentopomap\.org|thunderforest\.com)$/ },
  { load: "map", host: /^www\.openstreetmap\.org$/, path: /^\/export\/embed/ },
  {
    load: "map",
    host: /(?:^|\.)(?:mapbox\.com|maptiler\.com|stadiamaps\.com|cartocdn\.com|arcgisonline\.com|arcgis\.com|hereapi\.com)$/,
  },
  { load: "map", host: /(?:^|\.)(?:virtualearth\.net|apple-mapkit\.com|mapy\.(?:cz|com)|tomtom\.com)$/ },
  {
    load: "map",
    host: /^(?:www\.bing\.com|yandex\.[a-z]{2,3}|api-maps\.yandex\.[a-z]{2,3})$/,
    path: /^\/(?:maps|map-widget|2\.\d)/,
  },
];

/** `kind`: the browser's request type. Returns undefined for images, styles and calls, which other rules check. */
export function loadOf(url: string, kind: string): Load | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  const row = KNOWN.find(({ host, path }) => host.test(parsed.hostname) && (path?.test(parsed.pathname) ?? true));
  if (row) return row.load;
  return kind === "font" || kind === "script" ? kind : undefined;
}
