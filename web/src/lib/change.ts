// Hooks for changes of buttons and forms: each sends the change, refetches, and reports how it went.
import { useMutation, useQueryClient } from "@tanstack/react-query";
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

/** `stale`: a word of the query keys to invalidate. `say`: what was done. */
type Told<Answer> = { stale: string; say?: string | ((answer: Answer) => string) };

/** A change by a button. A message says why it failed. */
export function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  { stale, say }: Told<Answer>,
  onError: (error: Error) => void = toast.failed,
) {
  const queries = useQueryClient();
  const reread = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(stale) });
  return useMutation<Answer, Error, Input>({
    mutationFn: change,
    onSuccess: (answer) => {
      reread();
      if (say) toast.say(typeof say === "string" ? say : say(answer));
    },
    onError: (error) => {
      if (newerThan(error)) reread();
      onError(error);
    },
  });
}

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
  /** Set from the press until the answer, because the button renders as busy only later. */
  const sending = useRef(false);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    sending.current = true;
    mutate(undefined, {
      onSuccess: onSaved,
      onError: onFailed,
      onSettled: () => {
        sending.current = false;
      },
    });
  };
  return { submit, error, isPending, data, reset };
}
