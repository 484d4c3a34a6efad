// Determines what blocks a release according to the project's own thresholds, and what does not and why.

import { PILLAR_NAME, PILLAR_PARTS, PILLARS, type Pillar } from "../audit/pillars.ts";
import { given } from "../given.ts";
import { gatePr } from "../health/gate.ts";
import { gatedName } from "../health/gateReason.ts";
import type { GateReason, GateRun } from "../health/gateTypes.ts";
import { inWords, plural } from "../text.ts";
import { type Call, callAt, callOf, callToCapture, callToRead, callToRun } from "./calls.ts";
import { cut, daysSince, type Facts, type PillarFacts, pillarFacts, STALE_DAYS, wasCancelled } from "./facts.ts";

/** `blocks`: no release. `undecided`: cannot be decided until it is done. `warns`: look at it. `clear`: nothing against it. */
export const LEVELS = ["blocks", "undecided", "warns", "clear"] as const;
export type Level = (typeof LEVELS)[number];
export type ReleaseVerdict = "blocked" | "undecided" | "ready";

export type Item = {
  code: string;
  pillar: Pillar | null;
  level: Level;
  message: string;
  data: Record<string, string | number | null>;
  /** The call that resolves it; null if nothing has to be done. */
  call: Call | null;
};

export type Blockers = { verdict: ReleaseVerdict; items: Item[] };

const LEVEL_OF = { fail: "blocks", inconclusive: "undecided", warn: "warns", pass: "clear" } as const;

/** Returns everything that was checked, worst first; within a level in the order of the pillars. */
export function blockersOf(facts: Facts): Blockers {
  const runs = Object.fromEntries(
    facts.pillars.flatMap((one) => (one.gate && !one.locked ? [[one.pillar, one.gate]] : [])),
  ) as Partial<Record<Pillar, GateRun>>;
  const subject = `the branch ${facts.mainBranch}`;
  const gate = gatePr({ subject, runs, health: facts.healthBefore, thresholds: facts.thresholds });
  const budgets = facts.pillars.flatMap((one) => brokenBudget(facts, one));
  const inBudgets = ({ code, data }: Item): boolean =>
    code === "audit_failed" && budgets.some(({ data: { runId } }) => runId === data.runId);
  const items = [
    ...gate.reasons.map((reason) => ofGate(facts, reason)).filter((item) => !inBudgets(item)),
    ...budgets,
    ...facts.pillars.flatMap((one) => age(facts, one)),
    ...missing(facts),
    ...uncompared(facts),
    ...trackingGaps(facts),
  ];
  const place = ({ pillar }: Item) => (pillar === null ? PILLARS.length : PILLARS.indexOf(pillar));
  items.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || place(a) - place(b));
  const worst = items[0]?.level;
  return { verdict: worst === "blocks" ? "blocked" : worst === "undecided" ? "undecided" : "ready", items };
}

function ofGate(facts: Facts, { code, level, message, data }: GateReason): Item {
  const pillar = PILLARS.find((one) => one === data.pillar) ?? null;
  return {
    code,
    pillar,
    level: LEVEL_OF[level],
    message,
    data,
    call: level === "pass" ? null : callAgainst(facts, code, pillar, data),
  };
}

function callAgainst(facts: Facts, code: GateReason["code"], pillar: Pillar | null, data: GateReason["data"]): Call {
  const runId = typeof data.runId === "string" ? data.runId : undefined;
  const ofRun = given({ runId });
  if (code === "visual_failures") return callOf(facts, "Failures of the visual test", "readFailures", ofRun);
  if (code === "functional_failures") return callOf(facts, "Why scenarios failed", "explainJourney", ofRun);
  if (code === "run_running") return callOf(facts, "Wait for the run", "waitForRun", ofRun);
  if (code === "run_not_completed" && pillar !== null && isCancelled(facts, pillar)) return callAgain(facts, pillar);
  if (["run_not_completed", "nothing_measured", "partly_measured", "page_errors"].includes(code))
    return callOf(facts, "Check the set-up", "checkSetup");
  if (code === "no_data" || pillar === null) return callOf(facts, "Run a full audit", "runAudits");
  if (code === "pillar_required") return callToRun(facts, pillar);
  return callToRead(facts, pillar, runId);
}

function isCancelled(facts: Facts, pillar: Pillar): boolean {
  const gate = pillarFacts(facts, pillar)?.gate;
  return gate?.state === "failed" && wasCancelled({ status: gate.state, error: gate.why ?? null });
}

/** Returns the call that repeats the judged run. Of one that is not the newest, only the environment is known. */
function callAgain(facts: Facts, pillar: Pillar): Call {
  const { latest, gate } = pillarFacts(facts, pillar) ?? {};
  const isLatest = latest && latest.runId === gate?.runId;
  return callAt(isLatest ? latest : { place: given({ environment: gate?.environment }) }, callToRun(facts, pillar));
}

/** The performance budget, with what exceeds it. */
function brokenBudget(facts: Facts, { pillar, locked, latest, gate }: PillarFacts): Item[] {
  if (locked || latest?.status !== "completed" || !latest.budget || latest.budget.pass) return [];
  const { runId, budget } = latest;
  const violations = budget.violations.length;
  const name = gatedName(pillar, gate?.runId === runId ? gate.environment : undefined);
  return [
    {
      code: "budget_broken",
      pillar,
      level: "blocks",
      message: `${name}: ${plural(violations, "budget is", "budgets are")} exceeded: ${cut(budget.violations.join("; "), 300)}`,
      data: { pillar, runId, violations },
      call: callToRead(facts, pillar, runId),
    },
  ];
}

/** A run of that age says little about what is released today. */
function age(facts: Facts, { pillar, locked, completed }: PillarFacts): Item[] {
  if (locked || !completed) return [];
  const days = daysSince(completed.at, facts.now);
  const data = { pillar, runId: completed.runId, days, staleAfter: STALE_DAYS };
  if (days <= STALE_DAYS) return [];
  const needed = facts.thresholds.required.includes(pillar);
  const message = `${PILLAR_NAME[pillar]}: the newest completed run is ${days} days old; after ${STALE_DAYS} days it says little about what is released.`;
  const level = needed || PILLAR_PARTS[pillar] === "shots" ? "undecided" : "warns";
  return [{ code: "stale", pillar, level, message, data, call: callToRun(facts, pillar) }];
}

/** Pillars without any run. Only required ones block a release, and the gate reports those. */
function missing(facts: Facts): Item[] {
  const without = (wanted: boolean) =>
    facts.pillars.filter(
      ({ pillar, latest, locked }) =>
        latest === null && locked === wanted && !facts.thresholds.required.includes(pillar),
    );
  const items: Item[] = [];
  const never = without(false).map(({ pillar }) => pillar);
  // If there is no run at all, the gate has already reported that.
  if (never.length > 0 && facts.pillars.some(({ latest, locked }) => latest !== null && !locked))
    items.push({
      code: "not_audited",
      pillar: null,
      level: "warns",
      message: `${plural(never.length, "pillar was", "pillars were")} never audited on ${facts.mainBranch} and ${never.length === 1 ? "is" : "are"} not required: ${inWords(never.map((pillar) => PILLAR_NAME[pillar]))}.`,
      data: { pillars: never.join(" "), count: never.length },
      call: callToRun(facts, ...never),
    });
  const locked = without(true).map(({ pillar }) => pillar);
  if (locked.length > 0)
    items.push({
      code: "locked",
      pillar: null,
      level: "clear",
      message: `Not part of the ${facts.plan} plan, so not held against the release: ${inWords(locked.map((pillar) => PILLAR_NAME[pillar]))}.`,
      data: { pillars: locked.join(" "), count: locked.length },
      call: null,
    });
  return items;
}

/** Scenarios that no visual test can judge. */
function uncompared(facts: Facts): Item[] {
  const without = facts.scenarios.filter(({ withoutBaseline, viewports }) => withoutBaseline.length === viewports);
  if (without.length === 0) return [];
  const labels = without.map(({ label }) => label);
  return [
    {
      code: "no_baseline",
      pillar: "visual",
      level: "warns",
      message: `Visual: ${without.length} of ${plural(facts.scenarios.length, "scenario")} ${without.length === 1 ? "has" : "have"} no baseline, so a change cannot be detected.`,
      data: { pillar: "visual", scenarios: without.length, of: facts.scenarios.length },
      call: callToCapture(facts, labels.length === facts.scenarios.length ? null : labels),
    },
  ];
}

/** A plan that no audit has checked proves nothing. */
function trackingGaps(facts: Facts): Item[] {
  const tracking = facts.pillars.find(({ pillar, locked }) => pillar === "tracking" && !locked);
  const { pages, events } = facts.tracking;
  if (!tracking || pages + events === 0 || tracking.completed) return [];
  return [
    {
      code: "tracking_unproven",
      pillar: "tracking",
      level: facts.thresholds.required.includes("tracking") ? "undecided" : "warns",
      message: `Tracking: the plan has ${plural(pages, "page")} and ${plural(events, "event")}, and no completed audit proves them.`,
      data: { pillar: "tracking", pages, events },
      call: callToRun(facts, "tracking"),
    },
  ];
}
