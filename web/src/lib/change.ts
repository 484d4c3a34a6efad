// Hook for changing a setting: sends the change, refetches, and reports errors.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { toast } from "./toast.ts";

/** Returns what somebody else saved first, if that is why the service refused a change; otherwise null. */
export const newerThan = <Now>(error: unknown): Now | null =>
  (error instanceof ApiError && (error.body as { now?: Now } | null)?.now) || null;

/** Returns the error of the service for one field of the settings. */
export function problemAt(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { fields } = (error.body ?? {}) as { fields?: { path: string; message: string }[] };
  return fields?.find((field) => field.path.replace(/^settings\./, "") === path)?.message;
}

/** `stale`: a word of the query keys to invalidate. `say`: what was done. */
export function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { stale, say }: { stale: string; say?: string },
) {
  const queries = useQueryClient();
  const reread = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(stale) });
  return useMutation<Answer, Error, Input>({
    mutationFn: change,
    onSuccess: () => {
      reread();
      if (say) toast.say(say);
    },
    onError: (error) => {
      if (newerThan(error)) reread();
      toast.failed(error);
    },
  });
}
