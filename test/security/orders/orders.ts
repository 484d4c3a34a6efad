// The 200 texts by kind. The rules were developed on the texts in even places; the others were only measured.
import { ALT_TEXT, BANNERS, CONSOLE, HIDDEN_TEXT, TITLES } from "./inPages.ts";
import { ENCODED, FAKE_RESULTS, LANGUAGES, TICKETS, TOOL_NAMES } from "./inTickets.ts";

export const ORDERS = {
  "hidden text": HIDDEN_TEXT,
  "alt text": ALT_TEXT,
  titles: TITLES,
  "console messages": CONSOLE,
  "cookie banners": BANNERS,
  "ticket descriptions": TICKETS,
  "tool names": TOOL_NAMES,
  "fake results": FAKE_RESULTS,
  encoded: ENCODED,
  "other languages": LANGUAGES,
} as const satisfies Record<string, readonly string[]>;

export const ALL_ORDERS: readonly string[] = Object.values(ORDERS).flat();
