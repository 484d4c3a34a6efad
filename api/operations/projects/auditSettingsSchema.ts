// Validates a project's audit settings against the settings that the pillars declare.
import { type AnySchema, array, number, object, string } from "yup";
import { SEVERITIES } from "../../../domain/audit/finding.ts";
import type { Setting, Settings } from "../../../domain/pillars/settings.ts";

const closed = (fields: Record<string, AnySchema>) => object(fields).noUnknown().default(undefined);
const eachOf = <T>(table: Readonly<Record<string, T>>, schema: (one: T) => AnySchema) =>
  closed(Object.fromEntries(Object.entries(table).map(([name, one]) => [name, schema(one)])));

const MAX_FINDINGS = 1_000_000;

function schemaOf(setting: Setting): AnySchema {
  switch (setting.kind) {
    case "number": {
      const { min, max, whole } = setting;
      return (whole ? number().integer() : number()).min(min).max(max);
    }
    case "choice":
      return string().oneOf([...setting.of]);
    case "text":
      return string().min(1).max(setting.mostCharacters);
    case "texts":
      return array().of(string().min(1).max(setting.mostCharacters).required()).max(setting.most);
    case "bySeverity":
      return closed(
        Object.fromEntries(SEVERITIES.map((severity) => [severity, number().integer().min(0).max(MAX_FINDINGS)])),
      );
    case "group":
      return eachOf(setting.fields, schemaOf);
  }
}

/** `settings`: by pillar name. Every field is optional; unknown fields are errors. */
export const auditSettingsSchema = (settings: Readonly<Record<string, Settings>>) =>
  eachOf(settings, (fields) => eachOf(fields, schemaOf));
