// The features of a run in Cucumber's messages: their texts, what the texts say, and a pickle for each scenario that was run.
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import { type Envelope, type Pickle, SourceMediaType } from "@cucumber/messages";
import { listScenarios, scenarioIds } from "../gherkin/compile.ts";
import type { PlannedScenario } from "../plan.ts";
import { writePlans } from "./writePlans.ts";

export type ReportedFeature = {
  featureId: string;
  name: string;
  /** The browser and the window, where a run has several: reports show a scenario of a text once, so each has a text of its own. */
  place: string | null;
  /** The text that was run; null: it is no longer kept, and the plans stand in for it. */
  text: string | null;
  /** Its scenarios, each once. */
  plans: readonly PlannedScenario[];
};

export type FeatureSource = { envelopes: Envelope[]; pickles: ReadonlyMap<string, Pickle> };

/** The messages `source` and `gherkinDocument`, and by scenario id what its pickles are made from. */
export function sourceOf(feature: ReportedFeature): FeatureSource {
  const { name, text, plans } = feature;
  const written = text === null ? null : readText(feature, text);
  if (written && plans.every((plan) => isOf(written.pickles.get(plan.id), plan))) return written;
  const rewritten = readText(feature, writePlans(name, plans));
  const inOrder = [...rewritten.pickles.values()];
  return {
    envelopes: rewritten.envelopes,
    pickles: new Map(plans.flatMap(({ id }, at) => (inOrder[at] ? [[id, inOrder[at]] as const] : []))),
  };
}

/** Ids are those of the feature, numbered: the messages of several features go into one document. */
function readText({ featureId, place }: ReportedFeature, text: string): FeatureSource {
  let ids = 0;
  const own = place === null ? featureId : `${featureId} (${place})`;
  const newId = (): string => `${own}:${++ids}`;
  const uri = `features/${own}.feature`;
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher("en")).parse(text);
  const idOf = document.feature ? scenarioIds(listScenarios(document.feature)) : new Map<string, string>();
  const pickles = compile(document, uri, newId);
  return {
    envelopes: [
      { source: { uri, data: text, mediaType: SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN } },
      { gherkinDocument: { ...document, uri } },
    ],
    pickles: new Map(pickles.map((pickle) => [idOf.get(pickle.astNodeIds.at(-1) ?? "") ?? "", pickle])),
  };
}

const isOf = (pickle: Pickle | undefined, { steps }: PlannedScenario): boolean =>
  pickle?.steps.length === steps.length && pickle.steps.every(({ text }, at) => text === steps[at]?.text);
