// Reads free JSON stored by audits. Older versions stored older runs, so nothing is taken for granted.

export type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
export const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
export const textsOf = (value: unknown): string[] => listOf(value).filter((one) => typeof one === "string");
