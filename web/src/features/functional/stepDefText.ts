// Parts of a step definition as they are typed.

/** Lines that say something. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The actions of a text, or what is wrong with it. What an action may hold is the service's to say. */
export function actionsFrom(text: string): { actions?: unknown[]; problem?: string } {
  try {
    const actions: unknown = JSON.parse(text);
    if (Array.isArray(actions) && actions.length > 0) return { actions };
    return { problem: "Enter a list with at least one action." };
  } catch (error) {
    return { problem: `Not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}
