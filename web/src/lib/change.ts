// Hook for changing a setting: sends the change, refetches, and reports errors.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "./toast.ts";

/** `stale`: a word of the query keys to invalidate. `say`: what was done. */
export function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { stale, say }: { stale: string; say?: string },
) {
  const queries = useQueryClient();
  return useMutation<Answer, Error, Input>({
    mutationFn: change,
    onSuccess: () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(stale) });
      if (say) toast.say(say);
    },
    onError: toast.failed,
  });
}
