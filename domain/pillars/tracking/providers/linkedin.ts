// The LinkedIn insight tag: px.ads.linkedin.com/collect. conversionId identifies a conversion.
import { addressOf, fieldsOf, isHost, type Provider, parametersOf } from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(
  "v fmt pid time li_adsId liSync cookiesTest url li_giant tm e_ipv6 eventId".split(" "),
);

export const linkedin: Provider = {
  id: "linkedin",
  label: "LinkedIn insight tag",
  matches(request) {
    const url = addressOf(request);
    return url !== null && isHost(url.hostname, "ads.linkedin.com") && /^\/collect\/?$/.test(url.pathname);
  },
  parse(request) {
    const fields = fieldsOf(request);
    const parameters = parametersOf(fields, TECHNICAL);
    return [
      {
        name: fields.has("conversionId") ? "conversion" : "page_view",
        account: fields.get("pid") ?? "",
        page: fields.get("url"),
        parameters,
        typed: false,
      },
    ];
  },
};
