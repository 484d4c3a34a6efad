// Hooks for changes of buttons and forms: each sends the change, refetches, and reports how it went.
import { type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
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

type Sent<Answer, Input> = Omit<UseMutationOptions<Answer, Error, Input>, "mutationFn"> & {
  mutationFn: (input: Input) => Promise<Answer>;
  /** Words of the query keys to invalidate. */
  stale?: string | readonly string[];
};

/**
 * As TanStack's `useMutation`, but what is already being sent is not sent again: a button renders as busy only after its press, and a
 * second one can come before that.
 */
export function useSend<Answer, Input = void>({ mutationFn, stale = [], ...options }: Sent<Answer, Input>) {
  const queries = useQueryClient();
  const words = [stale].flat();
  const reread = () =>
    void queries.invalidateQueries({ predicate: ({ queryKey }) => words.some((word) => queryKey.includes(word)) });
  const send = async (input: Input): Promise<Answer> => {
    try {
      const answer = await mutationFn(input);
      reread();
      return answer;
    } catch (error) {
      if (newerThan(error)) reread();
      throw error;
    }
  };
  const mutation = useMutation<Answer, Error, Input>({ ...options, mutationFn: send });
  const sending = useRef(new Map<string, Promise<Answer>>());
  const mutateAsync: typeof mutation.mutateAsync = (...args) => {
    const key = JSON.stringify(args[0]) ?? "";
    const known = sending.current.get(key);
    if (known) return known;
    const answer = mutation.mutateAsync(...args).finally(() => sending.current.delete(key));
    sending.current.set(key, answer);
    return answer;
  };
  const mutate: typeof mutation.mutate = (...args) => void mutateAsync(...args).catch(() => {});
  return { ...mutation, mutateAsync, mutate } as typeof mutation;
}

/** `stale`: a word of the query keys to invalidate. `say`: what was done. */
type Told<Answer> = { stale: string; say?: string | ((answer: Answer) => string) };

/** A change by a button. A message says why it failed. */
export const useChange = <Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { stale, say }: Told<Answer>,
  onError: (error: Error, input: Input) => void = toast.failed,
) =>
  useSend({
    mutationFn: change,
    stale,
    onSuccess: (answer) => {
      if (say) toast.say(typeof say === "string" ? say : say(answer));
    },
    onError,
  });

export type Saved<Answer> = Told<Answer> & {
  /** Called if the form is still open. */
  onSaved?: (answer: Answer) => void;
  onFailed?: (error: Error) => void;
};

/** Returns a function for errors that a form shows: a message shows them if the form was closed in the meantime. */
export function useUnseen(isOpen = true): (error: unknown) => void {
  const open = useRef(false);
  useEffect(() => {
    open.current = isOpen;
    return () => {
      open.current = false;
    };
  }, [isOpen]);
  return (error) => {
    if (!open.current) toast.failed(error);
  };
}

/** What a form saves. The form shows `error` (`SaveProblem`). */
export function useSave<Answer>(save: () => Promise<Answer>, { onSaved, onFailed, ...told }: Saved<Answer>) {
  const { mutate, error, isPending, data, reset } = useChange<void, Answer>(save, told, useUnseen());
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    mutate(undefined, { onSuccess: onSaved, onError: onFailed });
  };
  return { submit, error, isPending, data, reset };
}
