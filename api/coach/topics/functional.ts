// Functional tests: why a scenario failed, which features exist, whether something is covered.
import { MAX_LIMIT } from "../../lib/paging.ts";
import { bullet, dataOf, nextLine, quoted, runLine } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import { type Topic, told } from "../topic.ts";

type Explained = {
  runId: string;
  failures: {
    featureId: string;
    scenario: string;
    headline: string;
    evidence: string[];
    advice: string;
    step?: { text: string } | null;
  }[];
};

/** Returns the feature that the message names by name, id or ticket. */
async function featureNamed(talk: Talk): Promise<string | undefined> {
  const { features = [] } = dataOf<{ features?: { featureId: string; name: string; tickets: string[] }[] }>(
    await talk.call("frt_list_features", { limit: MAX_LIMIT }),
  );
  const text = talk.message.toLowerCase();
  const ticket = talk.entities.issueKey;
  return features.find(
    ({ featureId, name, tickets }) =>
      (ticket !== null && tickets.includes(ticket)) ||
      text.includes(name.toLowerCase()) ||
      text.includes(featureId.toLowerCase()),
  )?.featureId;
}

const failed: Topic = {
  id: "functional-failure",
  feature: "functional",
  action: "explain",
  asks: [
    "Why did the checkout feature fail?",
    "Why does the functional test fail?",
    "Explain the failure of the login scenario",
    "Which functional tests failed?",
    "What is wrong with the checkout?",
  ],
  sure: [
    /\b(why|explain|which|what)\b.{0,40}\b(functional|feature|gherkin|checkout|login)\b.{0,30}\b(fail\w*|broke\w*|red|wrong)\b/,
    /\b(fail\w*|broke\w*|wrong)\b.{0,30}\b(functional|feature|gherkin|checkout|login)\b/,
  ],
  not: /\b(visual|picture)\b/,
  async answer(talk) {
    const featureId = await featureNamed(talk);
    return told<Explained>(
      talk,
      "frt_explain_failure",
      { featureId, runId: talk.entities.runIds[0] },
      ({ runId, failures }) => [
        ...failures
          .slice(0, 5)
          .flatMap(({ scenario, headline, evidence, advice, step }) => [
            bullet(
              `${quoted(scenario)}${step ? `, at the step "${quoted(step.text)}"` : ""}: ${quoted(headline)} ${evidence.slice(0, 2).map(quoted).join(" ")}`,
            ),
            `  ${quoted(advice)}`,
          ]),
        ...runLine(talk, runId),
      ],
    );
  },
};

const features: Topic = {
  id: "features",
  feature: "functional",
  action: "list",
  asks: [
    "Which features are there?",
    "List the functional tests",
    "Show all features",
    "What functional tests do we have?",
  ],
  sure: [/\b(which|list|show|what|all)\b.{0,20}\b(features|functional (tests|scenarios))\b/],
  not: /\b(fail\w*|cover\w*|runs?)\b/,
  answer: (talk) =>
    told<{ features: { name: string; group: string; status: string; tickets: string[] }[] }>(
      talk,
      "frt_list_features",
      {},
      ({ features }) =>
        features
          .slice(0, 30)
          .map(({ name, group, status, tickets }) =>
            bullet(
              `${quoted(name)}${group ? ` in ${quoted(group)}` : ""}: ${status}${tickets.length > 0 ? `, tickets ${tickets.map(quoted).join(", ")}` : ""}`,
            ),
          ),
    ),
};

const covered: Topic = {
  id: "covered",
  feature: "functional",
  action: "find",
  asks: [
    "Is there a test for paying by card?",
    "Do we test the search?",
    "Is the login covered by a functional test?",
    "Find a scenario that adds to the cart",
    "Which test covers the ticket SHOP-1?",
  ],
  sure: [
    /\b(is|are) there (a|any) (functional )?(tests?|scenarios?|features?)\b/,
    /\bdo we (test|have a test)\b/,
    /\bfind (a |the )?(scenario|test|feature)\b/,
    /\b(which|what) (test|feature|scenario) (covers|is for|tests)\b/,
  ],
  not: /\b(what|which|how many)\b.{0,20}\bdo we test\b/,
  async answer(talk) {
    const ticket = talk.entities.issueKey;
    if (ticket !== null) {
      const answer = await talk.call("frt_get_feature", { ticketId: ticket });
      return [answer.summary, ...nextLine(talk, answer.nextActions)];
    }
    type Found = { matches: { scenario: string; feature: string; band: string }[] };
    const query =
      talk.message
        .replace(/^.*?\b(for|that|test|covers?|find)\b/i, "")
        .replace(/[?.!]+$/, "")
        .trim() || talk.message;
    return told<Found>(talk, "frt_find_scenarios", { query: query.slice(0, 500), limit: 5 }, ({ matches }) =>
      matches.map(({ scenario, feature, band }) => bullet(`${quoted(scenario)} of ${quoted(feature)}: ${band}`)),
    );
  },
};

const coverage: Topic = {
  id: "coverage",
  feature: "functional",
  action: "coverage",
  asks: [
    "What do the functional tests cover?",
    "How good is the functional coverage?",
    "Which pages do features touch?",
  ],
  sure: [/\b(functional|features?)\b.{0,20}\b(coverage|cover|touch)\b/],
  answer: (talk) => told(talk, "frt_get_coverage"),
};

const runs: Topic = {
  id: "functional-runs",
  feature: "functional",
  action: "runs",
  asks: ["Show the last functional runs", "How did the features do lately?", "When did the functional tests run?"],
  sure: [/\b(functional|feature) (test )?runs\b/],
  answer: (talk) =>
    told<{ runs: { runId: string; features: { name: string; total: number; passed: number; failed: number }[] }[] }>(
      talk,
      "frt_list_runs",
      { limit: 5 },
      ({ runs }) =>
        runs.flatMap(({ runId, features }) => [
          ...features
            .slice(0, 10)
            .map(({ name, total, passed, failed }) =>
              bullet(`${quoted(name)}: ${passed} of ${total} passed, ${failed} failed`),
            ),
          ...runLine(talk, runId),
        ]),
    ),
};

export const functionalTopics: readonly Topic[] = [failed, covered, coverage, runs, features];
