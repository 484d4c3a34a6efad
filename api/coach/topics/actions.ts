// Questions that ask for changes: the coach describes the call and its `confirm` and never makes it.

import { LIKELY } from "../../../domain/guidance/intent.ts";
import { nameInWords } from "../../../domain/words/args.ts";
import { MAX_LIMIT } from "../../lib/paging.ts";
import { TOOL_OF } from "../../tools/areas/guidance/calls.ts";
import { intentsOfTools } from "../../tools/intents.ts";
import { proposalLines, titleOf } from "../proposing.ts";
import { bullet, callLine, dataOf, quoted } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import type { Topic } from "../topic.ts";
import { rule } from "./rule.ts";

export const PROVE = "tracking_prove_issue_ticket";
const PROOF_WHY = "It runs the scenario of the ticket and keeps what it saw as evidence.";

const prove: Topic = {
  id: "prove",
  feature: "tracking",
  action: "prove",
  asks: [
    "Prove ticket SHOP-1",
    "Can you prove that SHOP-1 is fixed?",
    "Give me evidence for the issue SHOP-1",
    "Verify the ticket SHOP-1",
  ],
  sure: [
    /\b(prove|proof|evidence|verif\w+)\b.{0,60}\b([a-z][a-z0-9]+-\d+|ticket|issue)\b/,
    /\b([a-z][a-z0-9]+-\d+|ticket|issue)\b.{0,60}\b(prove|proof|evidence|verif\w+)\b/,
  ],
  async answer(talk) {
    const issueKey = talk.entities.issueKey ?? talk.context.issueKey;
    if (typeof issueKey !== "string") return ["Which ticket is meant? Name its key."];
    const args = {
      ...(talk.project && { project: talk.project }),
      ...(talk.environment && { environment: talk.environment }),
      issueKey,
    };
    const call = { tool: PROVE, args, why: PROOF_WHY };
    const title = `Prove ticket ${quoted(issueKey)}`;
    const own = `Ticket ${quoted(issueKey)} is proven by a run of its own`;
    if (talk.inApp) return [`${own}.`, ...proposalLines(talk, title, [call])];
    return [
      `${own}, which I do not start.`,
      callLine({ label: titleOf(talk, PROVE, title), tool: PROVE, args, needsConfirm: true }),
      "It answers a jobId: call get_job_status with it until the job is completed, then read result.proofVerdict and result.issueMarkdown.",
    ];
  },
};

type Match = {
  tool: string;
  does: string;
  confidence: number;
  args: Record<string, unknown>;
  missing: string[];
  needsConfirm: boolean;
};

/** Matches actions that a person asks for in the imperative or as a request. */
const ASKED =
  /^(please |can you |could you |would you |i want (you )?to |i would like to |let'?s |now |then |and )*(run|rerun|re-run|start|launch|trigger|execute|approve|accept|promote|capture|create|add|set up|crawl|delete|remove|post|comment|ignore|exclude|mask|organi[sz]e|rename|update|save|discover|audit|take)\b/;

const action: Topic = {
  id: "action",
  feature: "changes",
  action: "describe",
  asks: [
    "Run the visual test",
    "Approve the changes of the home page",
    "Create a scenario for the cart",
    "Crawl the site",
    "Start a full audit",
    "Capture the missing baselines",
    "Comment on pull request 12",
  ],
  sure: [ASKED],
  async answer(talk) {
    const found = await talk.call("analyze_user_intent", { message: talk.message });
    const { matches = [], unclear = [] } = dataOf<{ matches?: Match[]; unclear?: string[] }>(found);
    const best = matches.find(({ needsConfirm }) => needsConfirm);
    if (!best)
      return [
        "That would change something, and I found no tool for it.",
        ...unclear.slice(0, 3).map((one) => bullet(quoted(one))),
      ];
    const isNamed = ["scenarios", "branch", "browsers"].some((name) => best.args[name] !== undefined);
    if (best.tool === TOOL_OF.captureBaselines && !isNamed && MISSING.test(talk.message))
      return missingBaselines(talk, best);
    return describedDeed(talk, best);
  },
};

const MISSING =
  /\b(missing|lack(ing)?)( \w+)? baselines?\b|\bbaselines?( (that|which))?( are| is)?( still)? (missing|lacking)\b/i;

/** Names the scenarios that lack a baseline, because a capture replaces those that there are. */
async function missingBaselines(talk: Talk, best: Match): Promise<string[]> {
  const listed = await talk.call("list_scenarios", { limit: MAX_LIMIT });
  const capture = listed.nextActions.find(({ tool }) => tool === best.tool);
  if (capture) {
    const args = { ...best.args, scenarios: capture.args?.scenarios };
    return [listed.summary, ...proposalLines(talk, capture.label, [{ tool: best.tool, args, why: "" }])];
  }
  const { nextCursor } = dataOf<{ nextCursor?: string | null }>(listed);
  const among = nextCursor ? `the first ${MAX_LIMIT} scenarios` : "the scenarios that every run visits";
  return [listed.summary, `No baseline is missing among ${among}.`];
}

function describedDeed(talk: Talk, { tool, does, args, missing }: Match): string[] {
  const title = talk.tools.find(({ name }) => name === tool)?.title ?? does;
  if (missing.length === 0) return proposalLines(talk, title, [{ tool, args, why: "" }]);
  const names = missing.map((name) => (talk.inApp ? nameInWords(name) : name)).join(", ");
  if (talk.inApp) return [`${title} also needs the ${names}. Add it to your question, and I propose the change.`];
  return [...proposalLines(talk, title, [{ tool, args, why: "" }]), `It still needs ${names}.`];
}

export const actionTopics: readonly Topic[] = [prove, rule, action];

/** Answers a question that fits no topic with the read-only tool that matches its words best; null if none does. */
export async function byIntent(talk: Talk): Promise<string[] | null> {
  if (talk.project === null || intentsOfTools(talk.tools).length === 0) return null;
  const found = await talk.call("analyze_user_intent", { message: talk.message });
  const { matches = [] } = dataOf<{ matches?: Match[] }>(found);
  const [best] = matches;
  if (!best || best.confidence < LIKELY) return null;
  // One idea alone, such as baselines in "Lösche alle Baselines", does not say that the change was asked for.
  if (best.needsConfirm) return best.confidence > LIKELY ? describedDeed(talk, best) : null;
  if (best.missing.length > 0) return null;
  const answer = await talk.call(best.tool, best.args);
  return [answer.summary];
}
