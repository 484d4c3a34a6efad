// Piwik PRO: ppms.php with Matomo's protocol.
import { matomoEvents } from "./matomo.ts";
import { addressOf, type Provider } from "./provider.ts";

export const piwikPro: Provider = {
  id: "piwik-pro",
  label: "Piwik PRO",
  matches: (request) => addressOf(request)?.pathname.endsWith("/ppms.php") ?? false,
  parse: (request) => matomoEvents(request),
};
