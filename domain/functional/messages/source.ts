// The features of a run as Cucumber messages: their source, the parsed documents, and a pickle for each scenario that ran.
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import { type Envelope, type Pickle, SourceMediaType } from "@cucumber/messages";
import { listScenarios, scenarioIds } from "../gherkin/compile.ts";
import type { PlannedScenario } from "../plan.ts";
import { writePlans } from "./writePlans.ts";

export type ReportedFeature = {
  featureId: string;
  name: string;
  /** Browser and viewport if a run has several. Reports show each scenario of a source once, so each place needs its own source. */
  place: string | null;
  /** The text of the run; null if it is no longer stored, in which case it is generated from the plans. */
  text: string | null;
  /** Its scenarios, without duplicates. */
  plans: readonly PlannedScenario[];
};

export type FeatureSource = { envelopes: Envelope[]; pickles: ReadonlyMap<string, Pickle> };

/** Returns the messages `source` and `gherkinDocument`, and the pickle templates by scenario id. */
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

/** Ids are the feature's id with a number, because the messages of several features go into one document. */
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
