// What a schedule's form sends. Pure.

export type ScheduleForm = {
  name: string;
  cron: string;
  timeZone: string;
  types: readonly string[];
  /** Slug; "": the project's address. */
  environment: string;
  /** "": that of the environment. */
  location: string;
};

/** An emptied field is null: left out, it would stay as it was. */
export const scheduleBody = ({ environment, location, ...form }: ScheduleForm) => ({
  ...form,
  environment: environment || null,
  location: location.trim() || null,
});
