import { pages, type Settings } from "../settings.ts";

export const settings = { pages } as const satisfies Settings;
