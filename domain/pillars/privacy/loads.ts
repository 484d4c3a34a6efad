// What a page loads from others that it could host itself, or show after a click: fonts, maps and scripts. By address, since a
// party's name alone does not say which of its services was asked.

export const LOADS = ["font", "map", "script"] as const;
export type Load = (typeof LOADS)[number];

type Row = { load: Load; host: RegExp; path?: RegExp };

/** First match wins; a font file or a script of any other host is found by its kind. */
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

/** `kind`: of the request, as the browser calls it. Undefined: a picture, a style or a call, which other rules look at. */
export function loadOf(url: string, kind: string): Load | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  const row = KNOWN.find(({ host, path }) => host.test(parsed.hostname) && (path?.test(parsed.pathname) ?? true));
  if (row) return row.load;
  return kind === "font" || kind === "script" ? kind : undefined;
}
