import { names, type Settings, selector } from "../settings.ts";

/** Names of data layers that are not known, and the button that accepts all. Selectors are CSS. */
export const settings = {
  dataLayerNames: names,
  consent: { kind: "group", fields: { selector } },
} as const satisfies Settings;
