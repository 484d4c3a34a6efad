import { names, pages, type Settings, selector } from "../settings.ts";

/** Buttons of an unknown consent banner, and cookies that are needed before any choice. Selectors are CSS. */
export const settings = {
  pages,
  consent: { kind: "group", fields: { acceptSelector: selector, rejectSelector: selector } },
  necessaryCookies: names,
} as const satisfies Settings;
