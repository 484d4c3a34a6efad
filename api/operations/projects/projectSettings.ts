// Project settings that differ from the defaults: thresholds and options of its audits and its pull request gate.
import { array, boolean, number, object, string } from "yup";
import { PILLARS } from "../../../domain/audit/pillars.ts";
import { modeNamesShape } from "../../../domain/import/modeShape.ts";
import { settingsOf } from "../../../domain/pillars/derive.ts";
import { DECLARED_PILLARS } from "../../../domain/pillars/index.ts";
import { CONTENT_POLICIES } from "../../../domain/visual/compare/judgement.ts";
import { auditSettingsSchema } from "./auditSettingsSchema.ts";
import { retentionSchema } from "./retentionSchema.ts";

const closed = <S extends Parameters<typeof object>[0]>(shape: S) => object(shape).noUnknown().default(undefined);

/** Counts from which the gate warns or fails; null for never. */
const limit = () => closed({ warn: number().positive().nullable(), fail: number().positive().nullable() });

/** Schema of the project settings. */
export const SETTINGS = closed({
  audits: auditSettingsSchema(settingsOf(DECLARED_PILLARS)),
  visual: closed({
    contentChanges: string().oneOf(CONTENT_POLICIES),
    modes: modeNamesShape.meta({ description: "Default modes of scenarios" }),
    protectMain: boolean().meta({
      description: "Only people may change baselines of the main branch; keys may only capture missing ones",
    }),
  }),
  review: closed({
    reviewers: array()
      .of(
        string()
          .matches(/^[^\sA-Z@]+@[^\sA-Z@]+$/, "must be an e-mail address in lower case")
          .max(254)
          .required(),
      )
      .max(20)
      .meta({ description: "E-mail addresses of the members who are preselected when somebody requests a review" }),
  }),
  functional: closed({
    testIdAttribute: string()
      .matches(/^[a-z][a-z0-9-]{0,59}$/, "must be the name of an attribute in lower case, such as data-cy")
      .meta({ description: "Attribute that steps read test ids from; default data-testid" }),
  }),
  retention: retentionSchema(),
  gate: closed({
    visualFailures: limit(),
    functionalFailures: limit(),
    newCritical: limit(),
    newSerious: limit(),
    healthFall: limit(),
    required: array().of(string().oneOf(PILLARS).required()),
  }),
});
