// Wording of screenshot changes in reports.
import { saidOf } from "../../visual/summary.ts";
import type { VisualSection } from "./types.ts";

/** Whether two sentences are the same except for their end. */
export const sameSentence = (a: string, b: string): boolean => letters(a) === letters(b);
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Returns the result of a visual run, and what its screenshots were compared with, as sentences. */
export const visualReasons = ({ counts, sentence }: VisualSection): string[] => [sentence, ...saidOf(counts)];
