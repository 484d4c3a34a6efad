// Why a run ended as it did, in the sentences that its summary holds.
const MOST = 50;

export function reasonsOf({ summary, error }: { summary: object | null; error: string | null }): string[] {
  const { reasons = [] } = (summary ?? {}) as { reasons?: readonly string[] };
  return [...(error === null ? [] : [error]), ...reasons].slice(0, MOST);
}
