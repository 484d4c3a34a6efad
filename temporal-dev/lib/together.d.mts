export type Part = { after: readonly string[]; run: () => Promise<unknown> };
export function runTogether(parts: Readonly<Record<string, Part>>): Promise<void>;
