// Google Tag Manager and gtag.js: loading a container. The container itself reports nothing.
import { addressOf, isHost, type Provider } from "./provider.ts";

export const gtm: Provider = {
  id: "gtm",
  label: "Google Tag Manager",
  matches(request) {
    const url = addressOf(request);
    if (url === null) return false;
    const id = url.searchParams.get("id") ?? "";
    if (url.pathname.endsWith("/gtm.js")) return isHost(url.hostname, "googletagmanager.com") || /^GTM-/.test(id);
    return (
      url.pathname.endsWith("/gtag/js") && (isHost(url.hostname, "googletagmanager.com") || /^(G|AW|GT|DC)-/.test(id))
    );
  },
  parse(request) {
    const url = addressOf(request);
    return [
      {
        name: url?.pathname.endsWith("/gtm.js") ? "gtm.js" : "gtag.js",
        account: url?.searchParams.get("id") ?? "",
        page: null,
        parameters: {},
        typed: false,
        kind: "container",
      },
    ];
  },
};
