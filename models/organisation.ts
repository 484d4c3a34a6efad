import type { PlanName } from "../domain/plans.ts";
import { document, json, required } from "./schema.ts";

/** An organisation owns projects, users and keys; its plan decides quotas and gates. */
export type Organisation = {
  _id: string;
  name: string;
  slug: string;
  plan: PlanName;
  settings: Record<string, unknown>;
  createdAt: Date;
};

export const organisationSchema = document<Organisation>({
  _id: required(String),
  name: required(String),
  slug: required(String),
  plan: required(String),
  settings: { type: json, default: {} },
  createdAt: required(Date),
});
organisationSchema.index({ slug: 1 }, { unique: true });
