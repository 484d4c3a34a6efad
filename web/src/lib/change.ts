// A change of a setting: done once, then read again; what failed is said.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useToast } from "../components/Toast.tsx";

/** `stale`: the first word of the query keys to read again. `say`: what was done. */
export function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { stale, say }: { stale: string; say?: string },
) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation<Answer, Error, Input>({
    mutationFn: change,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [stale] });
      if (say) toast.say(say);
    },
    onError: toast.failed,
  });
}
