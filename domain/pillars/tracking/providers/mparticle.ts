// mParticle: /v3/JS/<key>/events with several events, /v2/JS/<key>/Events with one of short names.
import { addressOf, goesTo, jsonOf, listOf, objectOf, type Provider, type ProviderEvent, textOf } from "./provider.ts";

const PATH = /\/v[123]\/JS\/([\w-]+)\/events$/i;

export const mparticle: Provider = {
  id: "mparticle",
  label: "mParticle",
  matches: (request) => goesTo(request, ["mparticle.com"], PATH),
  parse(request) {
    const account = PATH.exec(addressOf(request)?.pathname ?? "")?.[1] ?? "";
    const body = objectOf(jsonOf(request.body));
    if (Array.isArray(body.events)) return listOf(body.events).flatMap((one) => eventOf(objectOf(one), account));
    // dt 4 is an event of the site's own, 3 a page; others are sessions and errors.
    const name = textOf(body.n);
    if (name === "") return [];
    const automatic = body.dt !== 4 && body.dt !== 3 && body.dt !== 16;
    return [{ name, account, page: null, parameters: objectOf(body.attrs), typed: true, automatic }];
  },
};

function eventOf(event: Record<string, unknown>, account: string): ProviderEvent[] {
  const type = textOf(event.event_type);
  const data = objectOf(event.data);
  const place = { account, page: null, typed: true, parameters: objectOf(data.custom_attributes) };
  if (type === "custom_event") return [{ ...place, name: textOf(data.event_name) }];
  if (type === "screen_view") return [{ ...place, name: textOf(data.screen_name) || "page_view" }];
  if (type === "commerce_event")
    return [{ ...place, name: textOf(objectOf(data.product_action).action) || "commerce_event" }];
  return type === "" ? [] : [{ ...place, name: type, automatic: true }];
}
