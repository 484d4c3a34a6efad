import { names, type Settings, selector } from "../settings.ts";

/** Names of custom data layers, and the button that accepts all. Selectors are CSS. */
export const settings = {
  dataLayerNames: names,
  consent: { kind: "group", fields: { selector } },
} as const satisfies Settings;
