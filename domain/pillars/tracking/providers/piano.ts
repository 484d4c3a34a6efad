// Piano Analytics (AT Internet): <collector>/event?s=<site> with JSON events.
import { fieldsOf, goesTo, jsonOf, listOf, objectOf, type Provider, textOf, without } from "./provider.ts";

/** What its script adds about device, page and visit. */
const TECHNICAL = /^(?:device_|browser_|event_collection_|visitor_|date_|hour_|cookie_|app_|os_)/;

export const piano: Provider = {
  id: "piano",
  label: "Piano Analytics",
  matches: (request) => goesTo(request, ["pa-cd.com", "ati-host.net", "xiti.com"], /^\/event\/?$/),
  parse(request) {
    const account = fieldsOf(request).get("s") ?? "";
    return listOf(objectOf(jsonOf(request.body)).events).flatMap((one) => {
      const event = objectOf(one);
      const data = objectOf(event.data);
      const name = textOf(event.name);
      const page = textOf(data.event_url_full) || null;
      const parameters = without(data, (field) => TECHNICAL.test(field) || field === "event_url_full");
      return name === "" ? [] : [{ name, account, page, parameters, typed: true }];
    });
  },
};
