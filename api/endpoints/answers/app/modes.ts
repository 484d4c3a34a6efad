// Response schemas for a project's modes on the dashboard.
import { boolean, number, object, string } from "yup";
import { COLOR_SCHEMES, MEDIA } from "../../../../domain/visual/modes.ts";
import { oneOf, revision, rowsOf, text } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

export const appModes = named(
  "AppModes",
  object({
    modes: rowsOf({
      name: text(),
      colorScheme: oneOf(COLOR_SCHEMES),
      locale: string(),
      timeZone: string(),
      reducedMotion: boolean(),
      scale: number(),
      forcedColors: boolean(),
      media: oneOf(MEDIA),
      rev: revision(),
    }),
  }).required(),
);
export type AppModes = AnswerOf<typeof appModes>;
