// Measures how often a ticket is understood, and how often a proof would judge something the ticket does not mean.
import { createEmbedder } from "../../platform/embedder/embedder.ts";
import { table } from "../../temporal-dev/table.ts";
import { measuredConditions, tuneConditions } from "./conditions.ts";
import { isOpen, isRight, isWrong, type Judged, judge } from "./measure.ts";
import { events, scenarios, unrelatedScenarios } from "./site.ts";
import { type BenchTicket, KINDS, laterTickets, measuredTickets, tuneTickets } from "./tickets.ts";

/** Returns the figures of all three parts. */
export async function benchMeaning(log: (line: string) => void): Promise<string> {
  const embedder = createEmbedder();
  try {
    log(`${scenarios.length} scenarios, ${events.length} events`);
    const parts: string[] = [];
    for (const [name, tickets] of [
      ["bars chosen on", tuneTickets],
      // Synonyms and words of other languages were added after reading these, so only the last set is blind.
      ["measured, then read", measuredTickets],
      ["written later", laterTickets],
    ] as const)
      parts.push(`${name}: ${tickets.length} tickets\n${figures(await judge(embedder, tickets))}`);
    const rows: string[][] = [];
    for (const [name, tickets] of [
      ["written with", tuneConditions],
      ["only measured", measuredConditions],
    ] as const)
      rows.push([name, ...conditionFigures(await judge(embedder, tickets))]);
    parts.push(await turnedBy(embedder));
    parts.push(`right tickets with one condition more\n${table(CONDITION_HEAD, rows)}`);
    return parts.join("\n\n");
  } finally {
    await embedder.close();
  }
}

/** Checks whether unrelated scenarios change what is proven, added one by one and all together. */
async function turnedBy(embedder: Parameters<typeof judge>[0]): Promise<string> {
  const tickets = [...tuneTickets, ...measuredTickets, ...laterTickets];
  const before = await judge(embedder, tickets);
  const others = unrelatedScenarios();
  let turned = 0;
  for (const more of [others, ...others.map((one) => [one])]) {
    const after = await judge(embedder, tickets, more);
    turned += after.filter(({ proven, scenario }, at) => {
      const then = before[at];
      return then !== undefined && (proven !== then.proven || (proven && scenario !== then.scenario));
    }).length;
  }
  const proven = before.filter((one) => one.proven).length;
  return `${others.length} unrelated scenarios, added one by one and together: ${turned} verdicts turned, of ${proven} proven tickets each time`;
}

const HEAD = [
  "tickets",
  "all",
  "scenario first",
  "in three",
  "event first",
  "in three",
  "right proof",
  "none",
  "wrong proof",
];

const CONDITION_HEAD = ["tickets", "not met", "proven wrongly", "not read", "met", "proven rightly"];

/** `not read`: no condition would be open even if the ticket's own scenario and event had been chosen. */
function conditionFigures(judged: readonly Judged[]): string[] {
  const open = judged.filter(({ ticket }) => isOpen(ticket));
  const unread = open.filter(({ openIfRight }) => openIfRight.length === 0);
  return [
    open.length,
    judged.filter(isWrong).length,
    unread.length,
    judged.length - open.length,
    judged.filter(isRight).length,
  ].map(String);
}

function figures(judged: readonly Judged[]): string {
  const groups: [string, readonly Judged[]][] = [
    ...KINDS.map((kind): [string, Judged[]] => [kind, judged.filter(({ ticket }) => ticket.kind === kind)]),
    ["together", judged],
  ];
  const rows = groups.map(([name, all]) => [name, String(all.length), ...placed(all), ...decided(all)]);
  const wrong = judged
    .filter(isWrong)
    .map(({ ticket, scenario, event }) => `WRONG: ${ticket.title}: ${scenario}, ${event}`);
  return [table(HEAD, rows), ...wrong].join("\n");
}

/** Counts only tickets that refer to something that exists. */
function placed(all: readonly Judged[]): string[] {
  const share = (of: (one: BenchTicket) => string | null, place: (one: Judged) => number | null, within: number) => {
    const meant = all.filter(({ ticket }) => of(ticket) !== null);
    const found = meant.filter((one) => (place(one) ?? Number.POSITIVE_INFINITY) <= within);
    return meant.length === 0 ? "–" : `${found.length} of ${meant.length}`;
  };
  const scenario = (within: number) =>
    share(
      (one) => one.scenario,
      (one) => one.scenarioPlace,
      within,
    );
  const event = (within: number) =>
    share(
      (one) => one.event,
      (one) => one.eventPlace,
      within,
    );
  return [scenario(1), scenario(3), event(1), event(3)];
}

function decided(all: readonly Judged[]): string[] {
  const meant = all.filter(({ ticket }) => ticket.scenario !== null && ticket.event !== null);
  const right = all.filter(isRight);
  const wrong = all.filter(isWrong);
  const share = `${wrong.length} (${((100 * wrong.length) / Math.max(1, all.length)).toFixed(1)} %)`;
  return [
    meant.length === 0 ? "–" : `${right.length} of ${meant.length}`,
    String(all.length - right.length - wrong.length),
    share,
  ];
}
