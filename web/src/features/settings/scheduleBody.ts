// Builds the request body of a schedule's form. Pure.
import { cronOf, type Preset } from "./schedulePresets.ts";

export type ScheduleForm = {
  name: string;
  when: Preset;
  timeZone: string;
  types: readonly string[];
  /** Slug of the environment; "" for the project's address. */
  environment: string;
  /** "" for the environment's location. */
  location: string;
};

/** Emptied fields are sent as null, because omitted ones would stay unchanged. */
export const scheduleBody = ({ name, when, timeZone, types, environment, location }: ScheduleForm) => ({
  name,
  cron: cronOf(when),
  timeZone,
  types,
  environment: environment || null,
  location: location.trim() || null,
});
