// Searchable texts of scenarios and planned events, compared with a question or ticket.
import type { PlanEvent, PlanPage } from "../../pillars/tracking/plan.ts";
import type { Feature } from "../feature.ts";
import type { Findable } from "./rank.ts";

/** Returns the item of a scenario. Sentences are stored per feature, so they are used only if the feature has a single scenario. */
export function scenarioItem(
  { featureId, name, scenarios, sentences }: Pick<Feature, "featureId" | "name" | "scenarios" | "sentences">,
  scenario: Feature["scenarios"][number],
): Findable {
  const title = scenario.name || name;
  const steps = scenarios.length === 1 ? ` ${sentences.slice(0, 40).join(". ")}` : "";
  return { id: `${featureId}\0${scenario.id}`, title, text: `${title}. ${name === title ? "" : `${name}.`}${steps}` };
}

/** Returns the item of an event: its label, the words of its name, and its page. */
export function eventItem({ id, label, eventType }: PlanEvent, page: PlanPage | null): Findable {
  const words = eventType.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_.-]+/g, " ");
  return { id, title: label, text: `${label}. ${words}.${page === null ? "" : ` ${page.label}.`}` };
}
