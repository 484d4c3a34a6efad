// Yandex Metrica: mc.yandex.ru/watch/<counter>. A goal is in page-url as goal://<host>/<name>, its data in site-info.
import { addressOf, fieldsOf, jsonOf, objectOf, type Provider } from "./provider.ts";

const PATH = /^\/(?:watch|webvisor)\/(\d+)(?:\/\d+)?$/;

export const yandexMetrica: Provider = {
  id: "yandex-metrica",
  label: "Yandex Metrica",
  matches(request) {
    const url = addressOf(request);
    return url !== null && /^mc\.yandex\.(?:ru|com|by|kz)$/.test(url.hostname) && PATH.test(url.pathname);
  },
  parse(request) {
    const path = addressOf(request)?.pathname ?? "";
    const account = PATH.exec(path)?.[1] ?? "";
    const fields = fieldsOf(request);
    const address = fields.get("page-url") ?? "";
    const [, goal] = /^goal:\/\/[^/]*\/(.+)$/.exec(address) ?? [];
    const parameters = objectOf(jsonOf(fields.get("site-info")));
    if (goal !== undefined) return [{ name: goal, account, page: fields.get("page-ref"), parameters, typed: true }];
    const seen = !path.startsWith("/webvisor") && /(?:^|:)pv:1(?:$|:)/.test(fields.get("browser-info") ?? "");
    return [
      {
        name: seen ? "page_view" : "measurement",
        account,
        page: address || null,
        parameters,
        typed: true,
        automatic: !seen,
      },
    ];
  },
};
