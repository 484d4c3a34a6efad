// Rounds and formats figures for sentences of health and gate.

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Returns "A, B and C". */
export function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
