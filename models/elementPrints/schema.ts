// What the elements of steps looked like when the steps last passed. Healing starts from these prints.
import { createHash } from "node:crypto";
import type { Neighbour } from "../../domain/functional/heal/propose.ts";
import type { Fingerprint, Locator } from "../../domain/functional/target.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

export type ElementPrint = {
  _id: string;
  projectId: string;
  stepDefId: string;
  /** Index within the definition's actions. */
  action: number;
  /** The resolved locators as JSON. */
  locators: string;
  /** `Fingerprint` as JSON: attributes have names that not every database accepts. */
  fingerprint: string;
  /** `Neighbour[]` as JSON: the elements next to it. Missing in prints of earlier versions. */
  beside: string;
  runId: string;
  featureId: string;
  url: string;
  /** Screenshot of the step. */
  screenshotId: string | null;
  at: Date;
};

export const elementPrintSchema = document<ElementPrint>({
  _id: required(String),
  projectId: required(String),
  stepDefId: required(String),
  action: required(Number),
  locators: required(String),
  fingerprint: required(String),
  beside: { type: String, default: "[]" },
  runId: required(String),
  featureId: required(String),
  url: { type: String, default: "" },
  screenshotId: { type: String, default: null },
  at: required(Date),
});
describeCollection(elementPrintSchema, {
  holds: "How the element of an action looked when its step last passed, and the elements next to it.",
  id: "`<projectId>:<stepDefId>:<action>:<hash of the locators>`",
});
elementPrintSchema.index({ projectId: 1, stepDefId: 1 });

export const fingerprintOf = ({ fingerprint }: Pick<ElementPrint, "fingerprint">): Fingerprint =>
  JSON.parse(fingerprint) as Fingerprint;
/** Returns null for older prints, which do not record the elements next to it. */
export const besideOf = ({ beside }: Partial<Pick<ElementPrint, "beside">>): Neighbour[] | null =>
  beside === undefined ? null : (JSON.parse(beside) as Neighbour[]);

/** Returns the id of the print of one action of a definition, for the locators it had. */
export function elementPrintId(place: {
  projectId: string;
  stepDefId: string;
  action: number;
  locators: readonly Locator[];
}): string {
  const hash = createHash("sha256").update(JSON.stringify(place.locators)).digest("hex").slice(0, 16);
  return `${place.projectId}:${place.stepDefId}:${place.action}:${hash}`;
}
