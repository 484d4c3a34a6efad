// Parses the typed parts of a step definition.

/** Returns the non-empty lines. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the parsed actions, or the problem. The service validates what an action may contain. */
export function actionsFrom(text: string): { actions?: unknown[]; problem?: string } {
  try {
    const actions: unknown = JSON.parse(text);
    if (Array.isArray(actions) && actions.length > 0) return { actions };
    return { problem: "Enter a list with at least one action." };
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
