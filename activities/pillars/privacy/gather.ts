// Gathers what a page sets, keeps and sends before consent, after rejecting and after accepting.
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import type { ChosenState, PrivacyData } from "../../../domain/pillars/privacy/gathered.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import type { ConsentSelectors } from "./banner.ts";
import { gatherBefore, gatherChosen } from "./states.ts";

const unasked = (code: "no_banner" | "unreadable", reason: string): ChosenState => ({
  state: "not_measured",
  code,
  reason,
  method: null,
  cmp: null,
  pressed: false,
});

/** `run.options.consent` may name the banner's buttons (`acceptSelector`, `rejectSelector`). */
export async function gather(tools: GatherTools, page: AuditPage): Promise<Gathered<PrivacyData>> {
  const selectors = selectorsOf(tools.run.options.consent);
  tools.note("before consent");
  const before = await gatherBefore(tools, page.url, selectors);
  if (before.state === "not_measured") return before;
  const { banner } = before.data;
  const unread = banner?.unreadable;
  const same = unread
    ? unasked("unreadable", unread)
    : banner === null && unasked("no_banner", "The page asks for no consent.");
  if (same) return { state: "gathered", data: { ...before.data, rejected: same, accepted: same } };
  tools.note("rejecting and accepting");
  // Side by side: each is a visitor of its own, and most of a visit is waiting. Both have ended before anything is thrown.
  const [rejected, accepted] = await Promise.allSettled([
    gatherChosen(tools, page.url, selectors, "reject"),
    gatherChosen(tools, page.url, selectors, "accept"),
  ]);
  return {
    state: "gathered",
    data: { ...before.data, rejected: settledValue(rejected), accepted: settledValue(accepted) },
  };
}

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

function selectorsOf(given: unknown): ConsentSelectors {
  if (typeof given !== "object" || given === null) return {};
  const { acceptSelector, rejectSelector } = given as Record<string, unknown>;
  return { acceptSelector: textOf(acceptSelector), rejectSelector: textOf(rejectSelector) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.length <= 500 ? value : undefined;
}
