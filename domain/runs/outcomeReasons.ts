// Returns why a run ended as it did, in the sentences of its summary.
const MAX_REASONS = 50;

export function reasonsOf({ summary, error }: { summary: object | null; error: string | null }): string[] {
  const { reasons = [] } = (summary ?? {}) as { reasons?: readonly string[] };
  return [...(error === null ? [] : [error]), ...reasons].slice(0, MAX_REASONS);
}
