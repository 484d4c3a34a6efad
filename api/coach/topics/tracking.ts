// Tracking: whether an event is sent as planned, and what the tracking plan contains.
import { MAX_LIMIT } from "../../lib/paging.ts";
import { bullet, dataOf, nextLine, quoted, runLine } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import { type Topic, told } from "../topic.ts";

type PlanEvents = { events: { id: string; label: string; eventType: string }[]; nextCursor: string | null };
type Proof = { runId: string; status: string; reason: string | null; page: string; violations: { message: string }[] };

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns the planned event that the message names by id, label or type; the longest matching name wins. */
function eventNamed(message: string, events: PlanEvents["events"]): PlanEvents["events"][number] | null {
  const text = ` ${words(message)} `;
  const named = events.flatMap((event) =>
    [event.id, event.label, event.eventType]
      .map((name) => ({ event, name: words(name) }))
      .filter(({ name }) => name !== "" && text.includes(` ${name} `)),
  );
  named.sort((a, b) => b.name.length - a.name.length);
  return named[0]?.event ?? null;
}

const VERDICT: Record<string, string> = {
  pass: "is sent as planned",
  fail: "is not sent as planned",
  not_exercised: "could not be tried",
};

const tracked: Topic = {
  id: "tracked",
  feature: "tracking",
  action: "event",
  asks: [
    "Is the event add_to_cart tracked?",
    "Is purchase sent correctly?",
    "Does the add to cart event work?",
    "Why is the event view_item not tracked?",
    "Is the newsletter signup measured?",
  ],
  sure: [
    /\b(is|are|does|was|do|why)\b.{0,60}\b(tracked|sent|fired?|firing|measured)\b/,
    /\bevents?\b.{0,40}\b(work\w*|correct\w*|fire\w*|track\w*)\b/,
  ],
  not: /\bprove\b|\bticket\b|\bwhich events\b/,
  async answer(talk) {
    const listed = await talk.call("tracking_list_events", { limit: MAX_LIMIT });
    if (!listed.ok) return [listed.summary];
    const { events = [], nextCursor } = dataOf<Partial<PlanEvents>>(listed);
    const wanted = typeof talk.context.eventId === "string" ? talk.context.eventId : null;
    const event = events.find(({ id }) => id === wanted) ?? eventNamed(talk.message, events);
    if (!event) {
      const known = events.slice(0, 20).map(({ label }) => bullet(quoted(label)));
      return events.length === 0
        ? [
            "The tracking plan has no event yet, so nothing says what should be sent.",
            ...nextLine(talk, listed.nextActions),
          ]
        : [
            nextCursor
              ? `None of the first ${events.length} events of the tracking plan has that name; there are more. Some are:`
              : "The tracking plan has no event of that name, so nothing says whether it is sent. It has:",
            ...known,
          ];
    }
    return proofLines(talk, event);
  },
};

async function proofLines(talk: Talk, event: PlanEvents["events"][number]): Promise<string[]> {
  const proof = await talk.call("tracking_get_audit_event_proof", { eventId: event.id });
  if (!proof.ok)
    return [`"${quoted(event.label)}" is in the tracking plan. ${proof.summary}`, ...nextLine(talk, proof.nextActions)];
  const { status, reason, page, violations, runId } = dataOf<Proof>(proof);
  return [
    `"${quoted(event.label)}" ${VERDICT[status] ?? `has the status ${status}`}.`,
    ...violations.slice(0, 5).map(({ message }) => bullet(quoted(message))),
    ...(reason ? [bullet(quoted(reason))] : []),
    ...(page ? [`Page: ${quoted(page)}`] : []),
    ...runLine(talk, runId),
    ...nextLine(talk, proof.nextActions),
  ];
}

type Audit = {
  runId: string;
  reasons: string[];
  rows: { label: string; status: string; reason?: string; violations?: { message: string }[] }[];
};

const audit: Topic = {
  id: "tracking",
  feature: "tracking",
  action: "audit",
  asks: [
    "Is our tracking correct?",
    "Which events are not sent?",
    "What is wrong with the tracking?",
    "Does the analytics work?",
    "Show the latest tracking audit",
  ],
  sure: [
    /\bwhich events\b.{0,30}\b(not|fail\w*|wrong|missing|broken)\b/,
    /\b(tracking|analytics)\b.{0,25}\b(correct|work\w*|audit|wrong|broken|problems?|ok|report)\b/,
    /\b(wrong|problems?) with (the |our )?(tracking|analytics)\b/,
  ],
  not: /\b(run|start)\b.{0,20}\baudit\b/,
  answer: (talk) =>
    told<Audit>(talk, "tracking_get_audit_report", {}, ({ rows, runId }) => [
      ...rows
        .filter(({ status }) => status !== "pass")
        .slice(0, 10)
        .map(({ label, status, reason, violations }) =>
          bullet(
            `${quoted(label)} ${VERDICT[status] ?? status}. ${quoted(violations?.[0]?.message ?? reason ?? "")}`.trim(),
          ),
        ),
      ...runLine(talk, runId),
    ]),
};

const plan: Topic = {
  id: "tracking-plan",
  feature: "tracking",
  action: "plan",
  asks: [
    "Which events are in the tracking plan?",
    "Show the tracking plan",
    "What should be tracked?",
    "List the planned events",
    "How many events are planned?",
  ],
  sure: [/\btracking plan\b/, /\b(planned|which|list|what|how many)\b.{0,15}\bevents\b/],
  not: /\b(not sent|fail\w*|wrong|broken|missing)\b/,
  answer: (talk) =>
    told<PlanEvents>(talk, "tracking_list_events", { limit: MAX_LIMIT }, ({ events }) =>
      events
        .slice(0, 30)
        .map(({ id, label, eventType }) => bullet(`${quoted(label)} (${quoted(eventType)}), id ${id}`)),
    ),
};

export const trackingTopics: readonly Topic[] = [tracked, audit, plan];
