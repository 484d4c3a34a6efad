// What of a scenario and of a planned event is compared with a question or a ticket.
import type { PlanEvent, PlanPage } from "../../pillars/tracking/plan.ts";
import type { Feature } from "../feature.ts";
import type { Findable } from "./rank.ts";

/** Sentences are kept by feature, so those of several scenarios would say the same of each. */
export function scenarioItem(
  { featureId, name, scenarios, sentences }: Pick<Feature, "featureId" | "name" | "scenarios" | "sentences">,
  scenario: Feature["scenarios"][number],
): Findable {
  const title = scenario.name || name;
  const steps = scenarios.length === 1 ? ` ${sentences.slice(0, 40).join(". ")}` : "";
  return { id: `${featureId}\0${scenario.id}`, title, text: `${title}. ${name === title ? "" : `${name}.`}${steps}` };
}

/** An event by its label, the words of its name, and the page it belongs to. */
export function eventItem({ id, label, eventType }: PlanEvent, page: PlanPage | null): Findable {
  const words = eventType.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_.-]+/g, " ");
  return { id, title: label, text: `${label}. ${words}.${page === null ? "" : ` ${page.label}.`}` };
}
