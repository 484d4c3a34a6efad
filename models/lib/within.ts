import { escapeRegExp } from "../../domain/text.ts";

/** Returns a filter for fields that contain the text, taken literally, in any case. */
export const within = (text: string) => ({ $regex: escapeRegExp(text), $options: "i" });
