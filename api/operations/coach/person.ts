// Conversations and proposals belong to people, never to keys.
import { ProductError } from "../../../domain/errors.ts";
import type { Caller } from "../../lib/context.ts";

export type Person = Extract<Caller, { kind: "user" }>;

/** Only session endpoints call this, so any other caller is rejected. */
export function personOf(caller: Caller): Person {
  if (caller.kind === "user") return caller;
  throw new ProductError("forbidden", "Conversations belong to people who are signed in.");
}
