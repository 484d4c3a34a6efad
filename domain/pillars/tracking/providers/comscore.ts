// Comscore: sb.scorecardresearch.com/b and /p; c2 is the client, c7 the page.
import { fieldsOf, goesTo, type Provider } from "./provider.ts";

export const comscore: Provider = {
  id: "comscore",
  label: "Comscore",
  matches: (request) => goesTo(request, ["scorecardresearch.com"], /^\/(?:b2?|p2?)\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const streaming = fields.get("ns_st_ev");
    const title = fields.get("c8");
    return [
      {
        name: streaming ?? "page_view",
        account: fields.get("c2") ?? "",
        page: fields.get("c7"),
        parameters: title ? { title } : {},
        typed: false,
        automatic: streaming === "hb",
      },
    ];
  },
};
