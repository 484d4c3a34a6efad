// Builds the request body of a schedule's form. Pure.

export type ScheduleForm = {
  name: string;
  cron: string;
  timeZone: string;
  types: readonly string[];
  /** Slug of the environment; "" for the project's address. */
  environment: string;
  /** "" for the environment's location. */
  location: string;
};

/** Emptied fields are sent as null, because omitted ones would stay unchanged. */
export const scheduleBody = ({ environment, location, ...form }: ScheduleForm) => ({
  ...form,
  environment: environment || null,
  location: location.trim() || null,
});
