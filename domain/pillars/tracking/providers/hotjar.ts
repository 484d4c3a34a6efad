// Hotjar: reports only that it records and for which site, not what it records.
import { addressOf, automaticEvent, fieldsOf, goesTo, type Provider } from "./provider.ts";

export const hotjar: Provider = {
  id: "hotjar",
  label: "Hotjar",
  matches: (request) =>
    goesTo(request, ["hotjar.com", "hotjar.io"], /./) &&
    !/\.(?:css|html|woff2?|png|svg)$/.test(addressOf(request)?.pathname ?? ""),
  parse(request) {
    const path = addressOf(request)?.pathname ?? "";
    const [, script] = /^\/c\/hotjar-(\d+)\.js$/.exec(path) ?? [];
    if (script !== undefined) return [{ ...automaticEvent("container", script), kind: "container" }];
    if (/\.js$/.test(path)) return [];
    const [, site = ""] = /\/sites?\/(\d+)\//.exec(path) ?? [];
    return [automaticEvent("recording", site || (fieldsOf(request).get("site_id") ?? ""))];
  },
};
