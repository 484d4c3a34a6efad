// Plausible: /api/event with n (name), u (URL), d (site), p (properties); often behind a path of the site's own.
import { addressOf, goesTo, jsonOf, objectOf, type Provider, textOf } from "./provider.ts";

export const plausible: Provider = {
  id: "plausible",
  label: "Plausible",
  matches(request) {
    if (goesTo(request, ["plausible.io"], /^\/api\/event\/?$/)) return true;
    const { n, u, d } = objectOf(jsonOf(request.body));
    return (
      /\/event\/?$/.test(addressOf(request)?.pathname ?? "") &&
      [n, u, d].every((one) => typeof one === "string") &&
      /^https?:/.test(String(u))
    );
  },
  parse(request) {
    const body = objectOf(jsonOf(request.body));
    const name = textOf(body.n);
    if (name === "") return [];
    const properties = objectOf(typeof body.p === "string" ? jsonOf(body.p) : (body.p ?? body.props));
    const parameters = { ...properties, ...objectOf(body.$) };
    const at = { account: textOf(body.d), page: textOf(body.u) || null, typed: true };
    return [{ ...at, name: name === "pageview" ? "page_view" : name, parameters, automatic: name === "engagement" }];
  },
};
