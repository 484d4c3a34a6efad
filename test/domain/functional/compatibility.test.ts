// What we make of a feature agrees with Cucumber's own samples, which come with the messages that they must lead to.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Envelope, Pickle } from "@cucumber/messages";
import { expect } from "chai";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { readPattern } from "../../../domain/functional/match/pattern.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";

const kit = fileURLToPath(new URL("../../../node_modules/@cucumber/compatibility-kit/features", import.meta.url));

type Sample = { name: string; sources: Map<string, string>; envelopes: Envelope[] };

/** Samples whose messages are there; those written in Markdown are not Gherkin as we take it. */
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

const placeOf = (uri = "", line = 0): string => `${uri}:${line}`;

describe("Cucumber's samples", () => {
  it("are there", () => expect(samples.length).to.be.at.least(30));

  for (const { name, sources, envelopes } of samples)
    it(`${name}: compile to the same scenarios`, () => {
      for (const [uri, text] of sources) {
        const pickles = envelopes.flatMap(({ pickle }) => (pickle?.uri === uri ? [pickle] : []));
        // A sample may be a text without a feature, or with nothing in it.
        const compiled = compileFeature(text).scenarios.map(({ name, tags, steps }) => ({
          ...{ name, tags },
          steps: steps.map(({ text, argument }) => ({ text, argument })),
        }));
        expect(compiled).to.deep.equal(pickles.map(known));
      }
    });

  for (const { name, sources, envelopes } of samples) {
    const written = envelopes.flatMap(({ stepDefinition }) => (stepDefinition ? [stepDefinition] : []));
    const plain = written.every(
      ({ pattern }) => pattern.type === "CUCUMBER_EXPRESSION" && typeof readPattern(pattern.source) !== "string",
    );
    const cases = envelopes.flatMap(({ testCase }) => (testCase ? [testCase] : []));
    if (!plain || cases.length === 0) continue;
    it(`${name}: sentences mean the same definitions, one, none or several`, () => {
      const defs = written.map(({ id, pattern }): StepDef => {
        const read = readPattern(pattern.source);
        const types = typeof read === "string" ? [] : read.types;
        return {
          ...{ v: 1, id, pattern: pattern.source, tags: [], description: "", examples: [], status: "ready" },
          params: types.map((type, at) => ({ name: `p${at}`, type })),
          actions: [],
        };
      });
      const planned = new Map(
        [...sources].flatMap(([uri, text]) =>
          planFeature(text, defs).map((one) => [placeOf(uri, one.place.line), one] as const),
        ),
      );
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
});
