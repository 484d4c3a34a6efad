// How figures are rounded and written in sentences of health and gate.

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** "A, B and C". */
export function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
