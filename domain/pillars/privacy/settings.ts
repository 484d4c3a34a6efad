import { names, pages, type Settings, selector } from "../settings.ts";

/** Buttons of a consent banner that is not known, and cookies that are needed before any choice. Selectors are CSS. */
export const settings = {
  pages,
  consent: { kind: "group", fields: { acceptSelector: selector, rejectSelector: selector } },
  necessaryCookies: names,
} as const satisfies Settings;
