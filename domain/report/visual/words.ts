// How changes of pictures are named in reports.
import { saidOf } from "../../visual/summary.ts";
import type { VisualSection } from "./types.ts";

/** Two sentences that say the same but for their end. */
export const sameSentence = (a: string, b: string): boolean => letters(a) === letters(b);
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** What a visual run came to, and what its screenshots were compared with, in sentences. */
export const visualReasons = ({ counts, sentence }: VisualSection): string[] => [sentence, ...saidOf(counts)];
