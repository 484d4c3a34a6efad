// Gathers what a page sets, stores and sends before consent, after rejecting and after accepting.
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import type { ChosenState, PrivacyData } from "../../../domain/pillars/privacy/gathered.ts";
import type { ConsentSelectors } from "./banner.ts";
import type { Press } from "./pressByWords.ts";
import { type GatherTools, gatherBefore, gatherChosen } from "./states.ts";

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
  // The other two visits start in parallel once there is a banner to answer, because most of a visit is waiting.
  const asked = Promise.withResolvers<boolean>();
  const choose = async (press: Press): Promise<ChosenState | undefined> => {
    if (!(await asked.promise)) return undefined;
    tools.note("before consent, rejecting and accepting");
    return gatherChosen(tools, page.url, selectors, press);
  };
  const [seen, rejected, accepted] = await Promise.allSettled([
    gatherBefore(tools, page.url, selectors, () => asked.resolve(true)).finally(() => asked.resolve(false)),
    choose("reject"),
    choose("accept"),
  ]);
  // All visits have ended before anything is thrown.
  const before = settledValue(seen);
  if (before.state === "not_measured") return before;
  const { banner } = before.data;
  const same = banner?.unreadable
    ? unasked("unreadable", banner.unreadable)
    : unasked("no_banner", "The page asks for no consent.");
  const open = banner !== null && banner.unreadable === undefined;
  return {
    state: "gathered",
    data: {
      ...before.data,
      rejected: (open ? settledValue(rejected) : undefined) ?? same,
      accepted: (open ? settledValue(accepted) : undefined) ?? same,
    },
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
