// Features are compiled as in Cucumber's own samples, which include the expected messages.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Envelope, Pickle } from "@cucumber/messages";
import { expect } from "chai";
import { statusWithoutRunning } from "../../../domain/functional/attemptStatus.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { readPattern } from "../../../domain/functional/match/pattern.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import type { StepDef, StepParam } from "../../../domain/functional/stepDef.ts";

const kit = fileURLToPath(new URL("../../../node_modules/@cucumber/compatibility-kit/features", import.meta.url));

type Sample = { name: string; sources: Map<string, string>; envelopes: Envelope[] };

/** Samples that include their messages; those written in Markdown are not supported. */
const samples: Sample[] = globSync("*/*.ndjson", { cwd: kit })
  .map((file) => {
    const envelopes = readFileSync(path.join(kit, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Envelope => JSON.parse(line));
    const sources = new Map(
      envelopes.flatMap(({ source }) =>
        source && source.mediaType === "text/x.cucumber.gherkin+plain" ? [[source.uri, source.data] as const] : [],
      ),
    );
    return { name: path.dirname(file).split(path.sep).join("/"), sources, envelopes };
  })
  .filter(({ sources }) => sources.size > 0)
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const known = (pickle: Pickle) => ({
  name: pickle.name,
  tags: [...new Set(pickle.tags.map(({ name }) => name))],
  steps: pickle.steps.map(({ text, argument }) => ({
    text,
    argument: argument?.dataTable
      ? { kind: "table", rows: argument.dataTable.rows.map(({ cells }) => cells.map(({ value }) => value)) }
      : argument?.docString
        ? { kind: "docString", content: argument.docString.content, mediaType: argument.docString.mediaType ?? null }
        : null,
  })),
});

/** Definitions without actions, or null if the sample has patterns that cannot be expressed as data. */
function definitionsOf(envelopes: readonly Envelope[]): StepDef[] | null {
  const written = envelopes.flatMap(({ stepDefinition }) => (stepDefinition ? [stepDefinition] : []));
  const plain = written.every(
    ({ pattern }) => pattern.type === "CUCUMBER_EXPRESSION" && typeof readPattern(pattern.source) !== "string",
  );
  if (!plain) return null;
  return written.map(({ id, pattern }): StepDef => {
    const read = readPattern(pattern.source);
    const types = typeof read === "string" ? [] : read.types;
    return {
      v: 1,
      id,
      pattern: pattern.source,
      tags: [],
      description: "",
      examples: [],
      status: "ready",
      params: [...types.map((type, at) => ({ name: `p${at}`, type })), ...belowOf(envelopes, id)],
      actions: [],
    };
  });
}

/** The argument below the sentences that use a definition: Cucumber's code accepts it, our definition declares it. */
function belowOf(envelopes: readonly Envelope[], id: string): StepParam[] {
  const users = envelopes
    .flatMap(({ testCase }) => testCase?.testSteps ?? [])
    .filter(({ stepDefinitionIds }) => stepDefinitionIds?.includes(id))
    .map(({ pickleStepId }) => pickleStepId);
  const [argument] = envelopes
    .flatMap(({ pickle }) => pickle?.steps ?? [])
    .flatMap((step) => (users.includes(step.id) && step.argument ? [step.argument] : []));
  return argument ? [{ name: "below", type: argument.dataTable ? "table" : "docString" }] : [];
}

/** By location of their scenarios. */
const plansOf = (sources: Sample["sources"], defs: readonly StepDef[]) =>
  new Map(
    [...sources].flatMap(([uri, text]) =>
      planFeature(text, defs).map((one) => [placeOf(uri, one.place.line), one] as const),
    ),
  );

/** The step results of each attempt whose hooks passed. */
function outcomesOf(envelopes: readonly Envelope[]): { pickle: Pickle; statuses: string[] }[] {
  const find = <T>(read: (envelope: Envelope) => T | undefined): T[] => envelopes.flatMap((one) => read(one) ?? []);
  const finished = find(({ testStepFinished }) => testStepFinished);
  return find(({ testCaseStarted }) => testCaseStarted).flatMap(({ id, testCaseId }) => {
    const testCase = find((one) => one.testCase).find((one) => one.id === testCaseId);
    const pickle = find((one) => one.pickle).find((one) => one.id === testCase?.pickleId);
    const statusOf = (testStepId: string) =>
      finished.find((one) => one.testCaseStartedId === id && one.testStepId === testStepId)?.testStepResult.status;
    const [hooks, steps] = [true, false].map((isHook) =>
      (testCase?.testSteps ?? [])
        .filter(({ hookId }) => (hookId !== undefined) === isHook)
        .map((one) => statusOf(one.id)),
    );
    if (!pickle || hooks?.some((status) => status !== "PASSED")) return [];
    return [{ pickle, statuses: (steps ?? []).map(String) }];
  });
}

const placeOf = (uri = "", line = 0): string => `${uri}:${line}`;

describe("Cucumber's samples", () => {
  it("are there", () => expect(samples.length).to.be.at.least(30));

  for (const { name, sources, envelopes } of samples)
    it(`${name}: compile to the same scenarios`, () => {
      for (const [uri, text] of sources) {
        const pickles = envelopes.flatMap(({ pickle }) => (pickle?.uri === uri ? [pickle] : []));
        // A sample may be a text without a feature, or with an empty one.
        const compiled = compileFeature(text).scenarios.map(({ name, tags, steps }) => ({
          name,
          tags,
          steps: steps.map(({ text, argument }) => ({ text, argument })),
        }));
        expect(compiled).to.deep.equal(pickles.map(known));
      }
    });

  for (const { name, sources, envelopes } of samples) {
    const defs = definitionsOf(envelopes);
    const cases = envelopes.flatMap(({ testCase }) => (testCase ? [testCase] : []));
    if (defs === null || cases.length === 0) continue;
    it(`${name}: sentences mean the same definitions, one, none or several`, () => {
      const planned = plansOf(sources, defs);
      for (const testCase of cases) {
        const pickle = envelopes.find((one) => one.pickle?.id === testCase.pickleId)?.pickle;
        const own = planned.get(placeOf(pickle?.uri, pickle?.location?.line));
        const expected = testCase.testSteps
          .filter(({ pickleStepId }) => pickleStepId !== undefined)
          .map(({ stepDefinitionIds }) => stepDefinitionIds ?? []);
        const ours = (own?.steps ?? []).map(({ stepDefId, candidates, state }) =>
          state === "prepared" ? [stepDefId] : candidates,
        );
        expect(ours).to.deep.equal(expected);
      }
    });
  }

  for (const { name, sources, envelopes } of samples) {
    const outcomes = outcomesOf(envelopes);
    const defs = definitionsOf(envelopes);
    if (defs === null || outcomes.length === 0) continue;
    it(`${name}: steps come to the same, what their code does given`, () => {
      const planned = plansOf(sources, defs);
      for (const { pickle, statuses } of outcomes) {
        const steps = planned.get(placeOf(pickle.uri, pickle.location?.line))?.steps ?? [];
        let stopped = false;
        const own = steps.map(({ state }, at) => {
          const status = statusWithoutRunning(state, stopped)?.toUpperCase() ?? statuses[at];
          stopped ||= status !== "PASSED";
          return status;
        });
        expect(own, pickle.name).to.deep.equal(statuses);
      }
    });
  }
});
