// Describes the arguments of a call in words, for people who decide about it.

/** Returns "scenario label" for "scenarioLabel". */
export const nameInWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

export type ArgInWords = { name: string; value: string };

/** Arguments that people know anyway, or that only programs need. */
const LEFT_OUT = new Set(["project", "confirm", "idempotencyKey"]);

/** Returns each argument with its name and value. */
export function argsInWords(args: Readonly<Record<string, unknown>>): ArgInWords[] {
  return Object.entries(args)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => ({ name: firstUpper(nameInWords(name)), value: valueInWords(value) }));
}

/** Joins lists, and names the parts of objects. */
export function valueInWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${nameInWords(name)} ${valueInWords(part)}`)
    .join(", ");
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
