// Tealium Collect: JSON, possibly in the field `data`. `tealium_event` names the event.
import { addressOf, fieldsOf, goesTo, jsonOf, objectOf, type Provider, textOf, without } from "./provider.ts";

/** Properties that the tag adds about page, browser and session. */
const TECHNICAL = /^(?:tealium_|cp\.|dom\.|js_page\.|meta\.|ut\.|qp\.|timing\.|va\.|browser\.|event_name$|_c)/;

export const tealium: Provider = {
  id: "tealium",
  label: "Tealium Collect",
  matches: (request) =>
    goesTo(request, ["tealiumiq.com"], /^\/(?:event|[\w-]+\/[\w-]+\/\d+\/i\.gif|[\w-]+\/[\w-]+\/i\.gif)\/?$/) &&
    /^collect/.test(addressOf(request)?.hostname ?? ""),
  parse(request) {
    const whole = objectOf(jsonOf(request.body) ?? jsonOf(fieldsOf(request).get("data")));
    const data = objectOf(whole.data ?? whole);
    const fields = fieldsOf(request);
    const of = (name: string) => textOf(data[name]) || (fields.get(name) ?? "");
    const name = of("tealium_event") || of("ut.event");
    if (name === "") return [];
    const profile = [of("tealium_account"), of("tealium_profile")].filter(Boolean).join("/");
    const page = textOf(objectOf(data.dom).url) || textOf(data["dom.url"]);
    const parameters = without(data, (one) => TECHNICAL.test(one) || /^(?:dom|udo|cookies)$/.test(one));
    return [{ name, account: profile, page: page || null, parameters, typed: true }];
  },
};
