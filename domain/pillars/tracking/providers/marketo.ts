// Marketo Munchkin: <account>.mktoresp.com/webevents/visitWebPage and clickLink.
import { addressOf, fieldsOf, goesTo, type Provider } from "./provider.ts";

export const marketo: Provider = {
  id: "marketo",
  label: "Marketo Munchkin",
  matches: (request) => goesTo(request, ["mktoresp.com"], /^\/webevents\/(?:visitWebPage|clickLink|clickWebLink)$/),
  parse(request) {
    const url = addressOf(request);
    const fields = fieldsOf(request);
    const visit = url?.pathname.endsWith("visitWebPage") ?? false;
    const host = fields.get("_mchHo");
    const page = host === null ? null : `https://${host}${fields.get("_mchRu") ?? "/"}`;
    const account = (url?.hostname.split(".")[0] ?? "").toUpperCase();
    return [{ name: visit ? "page_view" : "click", account, page, parameters: {}, typed: false, automatic: !visit }];
  },
};
